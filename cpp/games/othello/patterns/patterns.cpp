#include "games/othello/patterns/patterns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>

namespace garlic::othello {
namespace {

using Kind = Shape::Kind;

constexpr int kLongestLine = 8;  // as one pattern; longer lines are cut into windows
constexpr int kWindow = 6;
constexpr int kDepths = 4;  // lines at the edge, next to it, one further, inside

constexpr auto kPowersOf3 = [] {
    std::array<int, 11> powers{1};
    for (std::size_t exponent = 1; exponent < powers.size(); ++exponent) powers[exponent] = 3 * powers[exponent - 1];
    return powers;
}();

std::vector<int> reversed(int cells) {
    std::vector<int> order(static_cast<std::size_t>(cells));
    std::iota(order.rbegin(), order.rend(), 0);
    return order;
}

std::vector<Shape> make_shapes() {
    const std::vector<int> none;
    std::vector<Shape> shapes;
    shapes.emplace_back(Kind::kCorner3x3, 9, 0, std::vector{0, 3, 6, 1, 4, 7, 2, 5, 8}, true, true);
    shapes.emplace_back(Kind::kCorner2x5, 10, 0, none, false, true);
    shapes.emplace_back(Kind::kEdgeAndX, 10, 0, std::vector{7, 6, 5, 4, 3, 2, 1, 0, 9, 8}, false, true);
    for (int depth = 0; depth < kDepths; ++depth) {
        for (int cells = 3; cells <= kLongestLine; ++cells)
            shapes.emplace_back(Kind::kLine, cells, depth, reversed(cells), true, cells == 8);
        shapes.emplace_back(Kind::kLineEnd, kWindow, depth, none, true, false);
        shapes.emplace_back(Kind::kLineMiddle, kWindow, depth, reversed(kWindow), true, false);
    }
    for (int corners = 0; corners <= 2; ++corners)
        for (int cells = 3; cells <= kLongestLine; ++cells)
            shapes.emplace_back(Kind::kDiagonal, cells, corners, corners == 1 ? none : reversed(cells), true,
                                corners == 2 ? cells == 8 : corners == 0 && cells >= 5 && cells <= 7);
    for (int corners = 0; corners <= 1; ++corners)
        shapes.emplace_back(Kind::kDiagonalEnd, kWindow, corners, none, true, false);
    shapes.emplace_back(Kind::kDiagonalMiddle, kWindow, 0, reversed(kWindow), true, false);
    return shapes;
}

int shape_number(Kind kind, int cells, int detail) {
    const auto& shapes = all_shapes();
    const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& shape) {
        return shape.kind == kind && shape.cells == cells && shape.detail == detail;
    });
    assert(found != shapes.end());
    return static_cast<int>(found - shapes.begin());
}

// Where the windows on a line begin: evenly spaced, at both ends, symmetric.
std::vector<int> window_starts(int length) {
    const int count = (length + kWindow - 1) / kWindow;
    const int last = length - kWindow;
    std::vector<int> starts;
    for (int number = 0; number < count / 2; ++number) {
        const int start = number * last / (count - 1);
        starts.push_back(start);
        starts.push_back(last - start);
    }
    if (count % 2 == 1) {
        starts.push_back(last / 2);
        if (last % 2 == 1) starts.push_back(last - last / 2);
    }
    return starts;
}

class Sites {
public:
    Sites(int rows, int columns) : rows_(rows), columns_(columns) {
        add_corners();
        for (int row = 0; row < rows; ++row) add_line({row, 0}, {0, 1}, columns, std::min(row, rows - 1 - row));
        for (int column = 0; column < columns; ++column)
            add_line({0, column}, {1, 0}, rows, std::min(column, columns - 1 - column));
        for (const int right : {1, -1}) {
            const int first = right == 1 ? 0 : columns - 1;
            for (int column = 0; column < columns; ++column) add_diagonal({0, column}, right);
            for (int row = 1; row < rows; ++row) add_diagonal({row, first}, right);
        }
    }

    std::vector<Site> take() { return std::move(sites_); }

private:
    struct Step {
        int down;
        int right;
    };

    static BoardCell along(BoardCell from, Step step, int distance) {
        return {from.row + step.down * distance, from.column + step.right * distance};
    }

    static std::vector<BoardCell> run(BoardCell from, Step step, int length) {
        std::vector<BoardCell> cells;
        for (int distance = 0; distance < length; ++distance) cells.push_back(along(from, step, distance));
        return cells;
    }

    bool is_corner(BoardCell cell) const {
        return (cell.row == 0 || cell.row == rows_ - 1) && (cell.column == 0 || cell.column == columns_ - 1);
    }

    void add(Kind kind, int detail, std::vector<BoardCell> cells) {
        const int shape = shape_number(kind, static_cast<int>(cells.size()), detail);
        sites_.push_back({shape, std::move(cells)});
    }

    void add_corners() {
        for (const int row : {0, rows_ - 1})
            for (const int column : {0, columns_ - 1}) {
                const Step down{row == 0 ? 1 : -1, 0};
                const Step right{0, column == 0 ? 1 : -1};
                add(Kind::kCorner3x3, 0, block({row, column}, right, 3, down, 3));
                if (columns_ >= 5) add(Kind::kCorner2x5, 0, block({row, column}, right, 5, down, 2));
                if (rows_ >= 5) add(Kind::kCorner2x5, 0, block({row, column}, down, 5, right, 2));
            }
    }

    static std::vector<BoardCell> block(BoardCell from, Step first, int firsts, Step second, int seconds) {
        std::vector<BoardCell> cells;
        for (int number = 0; number < seconds; ++number)
            for (const BoardCell cell : run(along(from, second, number), first, firsts)) cells.push_back(cell);
        return cells;
    }

    // `depth` is the distance to the nearer parallel edge.
    void add_line(BoardCell from, Step step, int length, int depth) {
        const int detail = std::min(depth, kDepths - 1);
        if (length <= kLongestLine) {
            auto cells = run(from, step, length);
            add(Kind::kLine, detail, cells);
            if (length == 8 && depth == 0) {
                const bool first = (step.down == 0 ? from.row : from.column) == 0;
                const Step inwards{step.right * (first ? 1 : -1), step.down * (first ? 1 : -1)};
                cells.push_back(along(along(from, step, 1), inwards, 1));
                cells.push_back(along(along(from, step, length - 2), inwards, 1));
                add(Kind::kEdgeAndX, 0, std::move(cells));
            }
            return;
        }
        add_windows(from, step, length, Kind::kLineEnd, detail, detail, Kind::kLineMiddle, detail);
    }

    void add_diagonal(BoardCell from, int right) {
        const int length = std::min(rows_ - from.row, right == 1 ? columns_ - from.column : from.column + 1);
        // Short ones add little to the corner patterns, but small boards have no others.
        if (length < (std::min(rows_, columns_) >= 8 ? 5 : 3)) return;
        const Step step{1, right};
        const BoardCell last = along(from, step, length - 1);
        const int corners = is_corner(from) + is_corner(last);
        if (length <= kLongestLine) {
            const bool turn = corners == 1 && is_corner(last);  // the corner comes first
            add(Kind::kDiagonal, corners, turn ? run(last, {-1, -right}, length) : run(from, step, length));
            return;
        }
        add_windows(from, step, length, Kind::kDiagonalEnd, is_corner(from), is_corner(last), Kind::kDiagonalMiddle, 0);
    }

    void add_windows(BoardCell from, Step step, int length, Kind end, int first_detail, int last_detail, Kind middle,
                     int middle_detail) {
        for (const int start : window_starts(length)) {
            const BoardCell first = along(from, step, start);
            if (start == 0) {
                add(end, first_detail, run(first, step, kWindow));
            } else if (start == length - kWindow) {
                const BoardCell last = along(from, step, length - 1);
                add(end, last_detail, run(last, {-step.down, -step.right}, kWindow));
            } else {
                add(middle, middle_detail, run(first, step, kWindow));
            }
        }
    }

    const int rows_;
    const int columns_;
    std::vector<Site> sites_;
};

}  // namespace

int Shape::states() const { return kPowersOf3[static_cast<std::size_t>(cells)]; }

int Shape::mirrored(int state) const {
    int image = 0;
    for (std::size_t cell = 0; cell < mirror.size(); ++cell)
        image += state / kPowersOf3[static_cast<std::size_t>(mirror[cell])] % 3 * kPowersOf3[cell];
    return image;
}

Shape::Shape(Kind kind_of_pattern, int count, int its_detail, std::vector<int> mirror_order, bool owners,
             bool is_on_8x8)
    : kind(kind_of_pattern),
      cells(count),
      detail(its_detail),
      mirror(std::move(mirror_order)),
      has_owners(owners),
      on_8x8(is_on_8x8) {
    for (int state = 0; state < states(); ++state) {
        const int image = mirrored(state);
        const bool has_home = !mirror.empty() && image < state;
        homes_.push_back(has_home ? homes_[static_cast<std::size_t>(image)] : static_cast<std::uint16_t>(distinct_++));
        for (std::size_t cell = 0; cell < mirror.size(); ++cell) {
            const int in_mirror = mirror[cell];
            const int here = static_cast<int>(cell);
            // In a state that is its own mirror image, mirrored cells share one weight.
            slots_.push_back(static_cast<std::uint8_t>(has_home         ? in_mirror
                                                       : image == state ? std::min(here, in_mirror)
                                                                        : here));
        }
    }
}

const std::vector<Shape>& all_shapes() {
    static const std::vector<Shape> shapes = make_shapes();
    return shapes;
}

std::vector<Site> sites_of(int rows, int columns) { return Sites(rows, columns).take(); }

}  // namespace garlic::othello
