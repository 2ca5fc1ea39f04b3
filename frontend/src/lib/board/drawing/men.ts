// Drawings of Xiangqi's pieces for those who do not read the characters: paths of 32x32 around the origin, filled.

const DRAWINGS: Record<string, string> = {
  帥將: 'M-11 7-12.500-6l6 5L0-11 6.500-1l6-5L11 7zM-11 9h22v3.500h-22z', // a crown
  仕士: 'M-7 3c0-9 3-13 7-13s7 4 7 13zM-14.500 5h29v3.500h-29zM-6 10.500H6v3H-6z', // a hat with a brim
  相象:
    'M-13 12V1c0-7 5-11 12-11 9 0 14 5 14 13v3c0 4-1.500 6.500-4.500 6.500-2.500 0-4-1.500-4-4h3c0 .8.4 1.200 1 1.200 1 0 1.500-1.200 ' +
    '1.500-3.500V5C8 7 6 7.500 4 7.500V12H-1V7.500h-6V12zM6.500-4a1.700 1.700 0 1 0 .01 0z', // an elephant
  傌馬: 'M-9 13c0-7 5.500-8 5.500-12.500-2.500.5-4.500 3-7 3L-13-.5-5-8c.3-2 1-3.500 2.500-5l2 3.500C6-9.500 11-3 11 6v7zM-4-6.200a1.200 1.200 0 1 0 .01 0z',
  俥車: 'M-11-12h5v4h3v-4h6v4h3v-4h5v7l-3.500 3v8l3.500 3v4h-22V9l3.500-3v-8L-11-5z', // a tower
  炮砲: 'M-13.500-2.500 9-12l3.500 7.500L-9 5zM-1.500-2a7 7 0 1 0 .01 0zm0 4.200a2.800 2.800 0 1 1-.01 0z', // a gun on its wheel
  兵卒: 'M0-13a5.200 5.200 0 0 1 3.600 9H7v3H3.200C3.600 4 5.500 6 8.500 8.500V13h-17V8.500C-5.500 6-3.600 4-3.200-1H-7v-3h3.400A5.200 5.200 0 0 1 0-13z',
};

/** The drawing of the piece with this character; undefined if there is none. */
export function drawingOf(glyph: string): string | undefined {
  return Object.entries(DRAWINGS).find(([characters]) => characters.includes(glyph))?.[1];
}
