#!/usr/bin/perl
# Othello in Perl, over the line protocol. One move ahead: take what is worth most, like corners,
# shun the cells beside them.
use strict;
use warnings;

$| = 1;    # answers leave at once
my (@worths, @discs, $own, $other);

sub at {
    my ($row, $column) = @_;
    my $inside = $row >= 0 && $row < @discs && $column >= 0 && $column < length $discs[0];
    return $inside ? substr($discs[$row], $column, 1) : '#';
}

# The discs that a disc here would flip, as [row, column].
sub flips {
    my ($row, $column) = @_;
    my @found;
    for my $down (-1, 0, 1) {
        for my $right (-1, 0, 1) {
            my ($r, $c, @run) = ($row + $down, $column + $right);
            while (at($r, $c) eq $other) {
                push @run, [$r, $c];
                $r += $down;
                $c += $right;
            }
            push @found, @run if at($r, $c) eq $own;
        }
    }
    return @found;
}

sub to_edge {
    my ($place, $count) = @_;
    my $back = $count - 1 - $place;
    return $place < $back ? $place : $back;
}

# Corners cannot be flipped back; the cells beside them give them away.
sub place_value {
    my ($row, $column) = (to_edge($_[0], scalar @discs), to_edge($_[1], length $discs[0]));
    return 100 if $row == 0 && $column == 0;
    return $row <= 1 && $column <= 1 ? -40 : 0;
}

# A position is "WORTHS DISCS SIDE PASSES", rows divided by "/": "111/101/111 .../.Oo/... r 0".
sub choose {
    my ($worths, $discs, $side) = split / /, $_[0];
    @worths = split m{/}, $worths;
    @discs = split m{/}, $discs;
    ($own, $other) = $side eq 'r' ? ('O', 'o') : ('o', 'O');
    my ($best, $best_value) = ('pass', -1000);
    for my $row (0 .. $#discs) {
        for my $column (0 .. length($discs[0]) - 1) {
            next if at($row, $column) ne '.';
            my @flipped = flips($row, $column) or next;
            my $value = substr($worths[$row], $column, 1) + place_value($row, $column);
            $value += 2 * substr($worths[$_->[0]], $_->[1], 1) for @flipped;
            next if $value <= $best_value;
            ($best, $best_value) = (chr(97 + $column) . ($row + 1), $value);
        }
    }
    return $best;
}

while (my $line = <STDIN>) {
    chomp $line;
    my ($word, $rest) = split / /, $line, 2;
    print "ready\n" if $word eq 'start';
    print choose($rest), "\n" if $word eq 'turn';
    last if $word eq 'end';
}
