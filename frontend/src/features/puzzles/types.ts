// Solutions of the puzzles as the server sends them.

export type { RoadModel as Road, Roads, TrekFinding, TrekSearch, TrekSolution } from '$lib/api/schema';
