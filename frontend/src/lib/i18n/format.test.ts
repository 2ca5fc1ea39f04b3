import { describe, expect, it } from 'vitest';

import { formatMessage } from './format';

const texts = {
  plain: 'done',
  got: 'expected {what}, got {got!r}',
  nested: '{where}: {message}',
  speed: '{speed:,.0f} nodes, {time:.2f} s, {byte:02x}, {points:+.2f}',
  braces: 'a {{set}} of {n}',
  counted: '{games:game|games}',
};

describe('formatMessage', () => {
  it('fills in values as Python does', () => {
    expect(formatMessage(texts, { code: 'plain' })).toBe('done');
    expect(formatMessage(texts, { code: 'got', values: { what: 'a cell', got: "d'3" } })).toBe(
      `expected a cell, got "d'3"`,
    );
    const values = { speed: 1234567.8, time: 0.5, byte: 10, points: 1.255 };
    expect(formatMessage(texts, { code: 'speed', values })).toBe('1,234,568 nodes, 0.50 s, 0a, +1.25');
    expect(formatMessage(texts, { code: 'braces', values: { n: 3 } })).toBe('a {set} of 3');
  });

  it('has a noun follow its number', () => {
    const said = (games: number | string) => formatMessage(texts, { code: 'counted', values: { games } });
    expect([0, 1, '1', 2].map(said)).toEqual(['0 games', '1 game', '1 game', '2 games']);
  });

  it('fills in messages', () => {
    const inner = { code: 'got', values: { what: 'x', got: 'y' } };
    expect(formatMessage(texts, { code: 'nested', values: { where: 'line 3', message: inner } })).toBe(
      "line 3: expected x, got 'y'",
    );
  });

  it('does not treat a value as a template', () => {
    expect(formatMessage(texts, { code: 'got', values: { what: '{got}', got: 1 } })).toBe('expected {got}, got 1');
  });

  it('shows the code of an unknown message', () => {
    expect(formatMessage(texts, { code: 'problem.new' })).toBe('problem.new');
  });
});
