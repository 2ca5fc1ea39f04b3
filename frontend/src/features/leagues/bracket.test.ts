import { describe, expect, it } from 'vitest';

import { bracketStages, stageName } from './bracket';
import type { FinalPair } from './types';

const pair = (stage: number, first: number, second: number): FinalPair => ({
  stage,
  first,
  second,
  first_points: 0,
  second_points: 0,
  first_scored: 0,
  second_scored: 0,
  played: 0,
  scheduled: 4,
  winner: null,
});

describe('a bracket', () => {
  it('has a place for every pair that is not known yet', () => {
    const stages = bracketStages([pair(1, 0, 7)], 8);
    expect(stages.map((stage) => stage.length)).toEqual([4, 2, 1]);
    expect(stages[0]?.filter(Boolean)).toHaveLength(1);
  });

  it('gives the best seeds no opponent at first, if there are too few bots', () => {
    expect(bracketStages([], 5).map((stage) => stage.length)).toEqual([1, 2, 1]);
    expect(bracketStages([], 3).map((stage) => stage.length)).toEqual([1, 1]);
    expect(bracketStages([], 2).map((stage) => stage.length)).toEqual([1]);
  });

  it('names its last stages', () => {
    expect([1, 2, 3, 4].map((stage) => stageName(stage, 4).code)).toEqual([
      'leagues.stage',
      'leagues.stage_quarter',
      'leagues.stage_semi',
      'leagues.stage_final',
    ]);
  });
});
