import { afterEach, describe, expect, it } from 'vitest';

import { settings } from '../../settings.svelte';
import { notation, pieceLetter, writtenBook, writtenLine, writtenMove } from './notation';

const WRITTEN = { chinese: '马二进三', wxf: 'H2+3', iccs: 'H0-G2' };

describe('one notation everywhere', () => {
  afterEach(() => Object.assign(settings, { notation: '', men: 'chinese' }));

  it('is the chosen one if the game has it', () => {
    settings.notation = 'wxf';
    expect(writtenMove(WRITTEN)).toBe('H2+3');
    expect(writtenMove({ cells: 'b2-c3' })).toBe('b2-c3');
    expect(writtenMove({})).toBeNull();
  });

  it('is that of coordinates in English', () => {
    expect(notation(['chinese', 'wxf', 'iccs'])).toBe('iccs');
    expect(writtenLine({ moves: ['h0g2'], line_written: { chinese: ['马二进三'], iccs: ['H0-G2'] } })).toEqual([
      'H0-G2',
    ]);
    expect(writtenLine({ moves: ['d3'] })).toEqual(['d3']);
  });

  it('is that of the opening book, with values where there are some', () => {
    const book = [
      { move: 'c5', points: 0.04 },
      { move: 'f6', points: -0.4 },
    ];
    expect(writtenBook(book)).toBe('c5 +0.0, f6 -0.4');
    expect(writtenBook([{ move: 'b2c3', written: { cells: 'b2-c3' }, points: null }])).toBe('b2-c3');
  });

  it('has the characters of the pieces', () => {
    settings.notation = 'chinese';
    expect(writtenMove(WRITTEN)).toBe('馬二進三');
    expect(pieceLetter({ glyph: '傌', sign: 'N' })).toBe('傌');
    settings.men = 'simplified';
    expect(writtenMove(WRITTEN)).toBe('马二进三');
    expect(pieceLetter({ glyph: '傌', sign: 'N' })).toBe('马');
    settings.men = 'latin';
    expect(pieceLetter({ glyph: '傌', sign: 'N' })).toBe('N');
  });
});
