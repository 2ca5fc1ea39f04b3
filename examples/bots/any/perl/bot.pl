# A bot for any game, over the line protocol: a random legal move. It asks for the legal moves with
# "ready legal", so it needs no rules. Read the position, and choose better.
use strict;
use warnings;

$| = 1;      # every answer is sent at once
srand(1);    # the same games every time: that helps to find a mistake
my @moves;

sub choose {
    my ($position, @moves) = @_;
    return $moves[int rand @moves];
}

while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^start /)     { print "ready legal\n" }
    if ($line =~ /^legal (.*)/) { push @moves, $1 }
    if ($line =~ /^turn (.*)/) {
        print choose($1, @moves), "\n";
        @moves = ();
    }
    last if $line =~ /^end/;
}
