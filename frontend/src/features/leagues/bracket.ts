// The bracket of a knock-out: all its stages, also those whose pairs are not known yet.

import type { FinalPair } from './types';

/** The pairs of each stage; null where two bots are still to be found. */
export function bracketStages(pairs: FinalPair[], size: number): (FinalPair | null)[][] {
  const stages = Math.max(1, Math.ceil(Math.log2(Math.max(2, size))));
  const found: (FinalPair | null)[][] = [];
  for (let stage = 1; stage <= stages; stage++) {
    const known = pairs.filter((pair) => pair.stage === stage);
    const all = 2 ** (stages - stage);
    // The best seeds have no opponent in the first stage, if there are not enough bots.
    const real = stage === 1 ? size - 2 ** (stages - 1) : all;
    found.push([...known, ...Array<null>(Math.max(0, real - known.length)).fill(null)]);
  }
  return found;
}

/** "final", "semifinal", ... counted from the end; then "round 1". */
export function stageName(stage: number, stages: number): { code: string; values: { n: number } } {
  const left = stages - stage;
  const codes = ['leagues.stage_final', 'leagues.stage_semi', 'leagues.stage_quarter'];
  return { code: codes[left] ?? 'leagues.stage', values: { n: stage } };
}
