#include "games/xiangqi/net/player.h"

namespace garlic {

template class Engine<xiangqi::CandidatePlayer>;

}  // namespace garlic
