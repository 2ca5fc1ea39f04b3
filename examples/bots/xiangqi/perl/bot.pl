#!/usr/bin/perl
# Xiangqi in Perl, over the line protocol. Two moves ahead, three on an emptier board: take what
# is worth most, less what can be taken in reply. The board is 90 letters, upper case red.
use strict;
use warnings;

$| = 1;    # answers leave at once
my %WORTH = (k => 10000, r => 900, c => 450, n => 400, b => 200, a => 200, p => 100, '.' => 0);

sub side_of { return $_[0] eq '.' ? 0 : $_[0] lt 'a' ? 1 : -1 }

# How many pieces stand between two points of a file or rank.
sub between {
    my ($board, $low, $high) = ($_[0], sort { $a <=> $b } @_[1, 2]);
    my $step = int($low / 9) == int($high / 9) ? 1 : 9;
    my $count = 0;
    for (my $point = $low + $step; $point < $high; $point += $step) {
        $count++ if $board->[$point] ne '.';
    }
    return $count;
}

# May the piece on *from* go to *to*, never mind what becomes of its king?
sub can_go {
    my ($board, $from, $to) = @_;
    my ($side, $kind, $there) = (side_of($board->[$from]), lc $board->[$from], $board->[$to]);
    return 0 if side_of($there) == $side;
    my ($down, $right) = (int($to / 9) - int($from / 9), $to % 9 - $from % 9);
    my ($rows, $columns) = (abs $down, abs $right);
    my $rank = $side > 0 ? 9 - int($to / 9) : int($to / 9);    # from the own back rank
    my $in_palace = $rank <= 2 && abs($to % 9 - 4) <= 1;
    my $eye = $from + int($down / 2) * 9 + int($right / 2);    # an elephant's, or a horse's leg
    my $is_free = $board->[$eye] eq '.';
    my $is_straight = $rows * $columns == 0;
    return $is_straight && between(@_) == 0 if $kind eq 'r';
    return $is_straight && between(@_) == ($there ne '.' ? 1 : 0) if $kind eq 'c';
    return $rows * $columns == 2 && $is_free if $kind eq 'n';
    return $rows == 2 && $columns == 2 && $rank <= 4 && $is_free if $kind eq 'b';
    return $rows == 1 && $columns == 1 && $in_palace if $kind eq 'a';
    # The king "takes" the other one along an open file.
    return between(@_) == 0 if $kind eq 'k' && $right == 0 && lc $there eq 'k';
    return 0 if $rows + $columns != 1;
    return $in_palace if $kind eq 'k';
    return $down == -$side || $down == 0 && $rank >= 5;
}

# The best move as (value, from, to): what it takes, less the best reply. To leave the king costs
# so much that a legal move is always better.
sub best {
    my ($board, $side, $depth, $number) = @_;
    my @found = (-2 * $WORTH{k}, 0, 0);
    for my $from (grep { side_of($board->[$_]) == $side } 0 .. 89) {
        for my $to (grep { can_go($board, $from, $_) } 0 .. 89) {
            my $taken = $WORTH{lc $board->[$to]};
            my $value = $taken + ($from * 7 + $to * 3 + 1) * $number % 11;    # equals take turns
            if ($depth > 1 && $taken != $WORTH{k}) {
                my @after = @$board;
                @after[$to, $from] = ($board->[$from], '.');
                $value -= (best(\@after, -$side, $depth - 1, $number))[0];
            }
            @found = ($value, $from, $to) if $value > $found[0];
        }
    }
    return @found;
}

while (<STDIN>) {
    print "ready\n" if /^start /;
    last            if /^end /;
    next unless /^turn (\S+) (\w) - - \d+ (\d+)/;    # a FEN: a digit is so many empty points
    my ($rows, $side, $number) = ($1, $2 eq 'w' ? 1 : -1, $3);
    $rows =~ s/(\d)/'.' x $1/ge;
    my $depth = ($rows =~ tr/a-zA-Z//) < 20 ? 3 : 2;
    my ($value, @points) = best([$rows =~ /[^\/]/g], $side, $depth, $number);
    print map({ chr(97 + $_ % 9) . (9 - int($_ / 9)) } @points), "\n";
}
