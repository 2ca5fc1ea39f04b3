// Solutions of the puzzles as the server sends them.

export type { RoadModel as Road, Roads, TrekFinding, TrekSolution } from '$lib/api/schema';
