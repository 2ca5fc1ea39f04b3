import { describe, expect, it } from 'vitest';

import { sentence } from './format';

const words = {
  plain: 'done',
  got: 'expected {what}, got {got!r}',
  nested: '{where}: {sentence}',
  speed: '{speed:,.0f} nodes, {time:.2f} s, {byte:02x}, {points:+.2f}',
  braces: 'a {{set}} of {n}',
};

describe('sentence', () => {
  it('fills in values as Python does', () => {
    expect(sentence(words, { code: 'plain' })).toBe('done');
    expect(sentence(words, { code: 'got', values: { what: 'a cell', got: "d'3" } })).toBe(`expected a cell, got "d'3"`);
    const values = { speed: 1234567.8, time: 0.5, byte: 10, points: 1.255 };
    expect(sentence(words, { code: 'speed', values })).toBe('1,234,568 nodes, 0.50 s, 0a, +1.25');
    expect(sentence(words, { code: 'braces', values: { n: 3 } })).toBe('a {set} of 3');
  });

  it('fills in sentences', () => {
    const inner = { code: 'got', values: { what: 'x', got: 'y' } };
    expect(sentence(words, { code: 'nested', values: { where: 'line 3', sentence: inner } })).toBe(
      "line 3: expected x, got 'y'",
    );
  });

  it('never takes a value for a template', () => {
    expect(sentence(words, { code: 'got', values: { what: '{got}', got: 1 } })).toBe('expected {got}, got 1');
  });

  it('shows the code of what it does not know', () => {
    expect(sentence(words, { code: 'problem.new' })).toBe('problem.new');
  });
});
