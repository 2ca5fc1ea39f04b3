#!/usr/bin/perl
# Gomoku and Renju in Perl, over the line protocol. Every five crossings in a row that one side
# alone has stones on are worth something to take, and to deny.
use strict;
use warnings;

$| = 1;    # answers leave at once
my @LINES = ([0, 1], [1, 0], [1, 1], [1, -1]);

# What a stone in such a row is worth, by the stones already there: ours, and theirs.
my @OURS   = (1, 10, 100, 1_000, 1_000_000);
my @THEIRS = (0, 5,  50,  500,   100_000);
my @board;

# The nine crossings around (row, column) on a line, as a string; '#' is outside.
sub around {
    my ($row, $column, $line) = @_;
    my $found = '';
    for my $i (-4 .. 4) {
        my ($r, $c) = ($row + $i * $line->[0], $column + $i * $line->[1]);
        my $inside = $r >= 0 && $r < @board && $c >= 0 && $c < @board;
        $found .= $inside ? substr($board[$r], $c, 1) : '#';
    }
    return $found;
}

sub value {
    my ($row, $column, $own) = @_;
    my $sum = 0;
    for my $line (@LINES) {
        my $nine = around($row, $column, $line);
        for my $first (0 .. 4) {
            my $five = substr $nine, $first, 5;
            next if $five =~ /#/;
            my ($black, $white) = ($five =~ tr/x//, $five =~ tr/o//);
            my ($ours, $theirs) = $own eq 'x' ? ($black, $white) : ($white, $black);
            $sum += $OURS[$ours]     if $theirs == 0;
            $sum += $THEIRS[$theirs] if $ours == 0;
        }
    }
    return $sum;
}

# Might Renju forbid black to play here? Says yes too often: to be sure is much longer.
sub is_risky {
    my $risk = 0;
    for my $line (@LINES) {
        my $nine = around($_[0], $_[1], $line);
        substr($nine, 4, 1) = 'x';
        my ($before, $after) = (substr($nine, 0, 4) =~ /([x.]*)$/, substr($nine, 4) =~ /^([x.]*)/);
        my $near = "$before$after" =~ tr/x//;    # black stones within four steps, no white between
        return 0 if length(($before =~ /(x*)$/)[0] . ($after =~ /^(x*)/)[0]) == 5;    # it wins
        $risk += $near >= 5 ? 2 : $near >= 3 ? 1 : 0;
    }
    return $risk > 1;
}

# "RULE ROWS SIDE PASSES", rows from the top: "renju .../.x./... w 0"
sub choose {
    my ($rule, $rows, $side) = split / /, $_[0];
    @board = split m{/}, $rows;
    my $is_black_in_renju = $rule eq 'renju' && $side eq 'b';
    my ($best, $best_value) = ('pass', -1);
    for my $row (0 .. $#board) {
        for my $column (grep { substr($board[$row], $_, 1) eq '.' } 0 .. $#board) {
            next if $is_black_in_renju && is_risky($row, $column);
            my $value = value($row, $column, $side eq 'b' ? 'x' : 'o');
            next if $value <= $best_value;
            ($best, $best_value) = (chr(97 + $column) . (@board - $row), $value);
        }
    }
    return $best;
}

while (<STDIN>) {
    print "ready\n" if /^start /;
    print choose($1), "\n" if /^turn (.*)/;
    last if /^end /;
}
