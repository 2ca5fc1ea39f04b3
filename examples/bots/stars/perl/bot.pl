#!/usr/bin/perl
# Stars in Perl, over the line protocol. Walk to the nearest star, not through danger; while
# strong, destroyers are prey. A cell is written as in the protocol: "3,4".
use strict;
use warnings;

$| = 1;    # answers leave at once
my (@map, @destroyers, @enemies, $home, $strong, $seat);

# "MAP d0=R,C@R,C d1=R,C@R,C red=R,C:SCORE:STATUS blue=R,C:SCORE:STATUS round=N"
sub read_position {
    my ($map, $d0, $d1, @garlics) = split / /, $_[0];
    @map = split m{/}, $map;
    @destroyers = map { /=(\d+,\d+)@/ } $d0, $d1;
    @enemies = @destroyers;
    for (@garlics[0, 1]) {
        my ($name, $cell, $status) = /(\w+)=(\d+,\d+):.*:(-?\d+)/;
        ($home, $strong) = ($cell, $status > 1) if $name eq $seat;
        push @enemies, $cell if $name ne $seat && $status > 0;
    }
}

sub neighbours {
    my ($row, $column) = split /,/, $_[0];
    my @open;
    for ([-1, 0], [1, 0], [0, -1], [0, 1]) {
        my ($r, $c) = ($row + $_->[0], $column + $_->[1]);
        next if $r < 0 || $r >= @map || $c < 0 || $c >= length $map[0];
        push @open, "$r,$c" if substr($map[$r], $c, 1) ne '#';
    }
    return @open;
}

# Steps to the nearest of those who could rob us; a large number if nobody can.
sub distance_to_danger {
    my ($row, $column) = split /,/, $_[0];
    my $nearest = 1000;
    for ($strong ? () : @enemies) {
        my ($r, $c) = split /,/;
        my $steps = abs($r - $row) + abs($c - $column);
        $nearest = $steps if $steps < $nearest;
    }
    return $nearest;
}

sub is_prize {
    my ($cell) = @_;
    my ($row, $column) = split /,/, $cell;
    return 1 if $strong && grep { $_ eq $cell } @destroyers;
    return substr($map[$row], $column, 1) =~ /o/i;
}

# Breadth first from our own cell: the first prize met is the nearest.
sub choose {
    my %first_step = ($home => $home);
    my @waiting = ($home);
    while (defined(my $cell = shift @waiting)) {
        return $first_step{$cell} if is_prize($cell);
        for my $next (neighbours($cell)) {
            next if $first_step{$next} || distance_to_danger($next) <= 1;
            $first_step{$next} = $cell eq $home ? $next : $first_step{$cell};
            push @waiting, $next;
        }
    }
    # No prize in reach: keep away from danger.
    my @choices = ($home, neighbours($home));
    return (sort { distance_to_danger($b) <=> distance_to_danger($a) } @choices)[0];
}

while (my $line = <STDIN>) {
    my ($word, $rest) = split / /, $line, 2;
    $seat = (split ' ', $rest)[2] if $word eq 'garlic';
    print "ready\n" if $word eq 'start';
    if ($word eq 'turn') { read_position($rest); print choose(), "\n" }
    last if $word eq 'end';
}
