#!/usr/bin/perl
# Tiaojia in Perl, over the line protocol. Two moves ahead: turn many stones, and leave few to be
# turned in reply. The board is one list with a frame around it, so that no step leaves it.
use strict;
use warnings;

$| = 1;    # answers leave at once
my $WIDTH = 14;

# By direction code: up, down, left, right, up-left, up-right, down-left, down-right.
my @STEPS = (-$WIDTH, $WIDTH, -1, 1, -$WIDTH - 1, -$WIDTH + 1, $WIDTH - 1, $WIDTH + 1);
my %OTHER = (O => 'X', X => 'O');

# Moves the stone on *from* and returns how many enemies turned.
sub play {
    my ($board, $from, $direction) = @_;
    my $own    = $board->[$from];
    my $enemy  = $OTHER{$own};
    my $to     = $from + $STEPS[$direction];
    my $turned = 0;
    $board->[$from] = '.';
    $board->[$to]   = $own;
    for my $step (grep { $_ < 0 } @STEPS) {    # a pick: both neighbours on a line
        next if $board->[$to + $step] ne $enemy || $board->[$to - $step] ne $enemy;
        $board->[$to + $step] = $board->[$to - $step] = $own;
        $turned += 2;
    }
    for my $step (@STEPS) {                    # a nip: between this stone and another of ours
        next if $board->[$to + $step] ne $enemy || $board->[$to + 2 * $step] ne $own;
        $board->[$to + $step] = $own;
        $turned += 1;
    }
    return $turned;
}

# The best move of *own* as (value, from, direction), by stones turned less stones lost in the
# next *depth* - 1 moves.
sub best {
    my ($board, $own, $depth) = @_;
    my @found = (-100, 0, 0);
    for my $from (grep { $board->[$_] eq $own } 0 .. $#$board) {
        for my $direction (0 .. 7) {
            next if $board->[$from + $STEPS[$direction]] ne '.';
            my @after = @$board;
            my $value = play(\@after, $from, $direction);
            $value -= (best(\@after, $OTHER{$own}, $depth - 1))[0] if $depth > 1;
            @found = ($value, $from, $direction) if $value > $found[0];
        }
    }
    return @found;
}

# "ROWS SIDE PLY": "..XXX....O../.../... O 0"
sub choose {
    my ($rows, $own) = split / /, $_[0];
    my $frame = '#' x $WIDTH;
    my $board = "$frame#";
    $board .= substr "$_$frame", 0, $WIDTH for split m{/}, $rows;
    my (undef, $from, $direction) = best([split //, $board . $frame], $own, 2);
    return join ' ', int($from / $WIDTH) - 1, $from % $WIDTH - 1, $direction;
}

while (<STDIN>) {
    print "ready\n"          if /^start /;
    print choose($1), "\n" if /^turn (.*)/;
    last if /^end /;
}
