// Colours of curves; charts mix them with the colour of the text.

const COLOURS = ['#6f459a', '#1f8a70', '#c2571a', '#2860b0', '#b3265e', '#7a7a1e', '#3f8fb0', '#8a6b52'];

/** The colour of the curve with this number, from 0. */
export const curveColour = (index: number): string => COLOURS[index % COLOURS.length]!;

/** Is this curve dashed? Those whose colours have been used already are. */
export const isDashed = (index: number): boolean => index >= COLOURS.length;
