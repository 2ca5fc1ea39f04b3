// Drawings for buttons: paths of 24x24, drawn as lines.

export const ICONS = {
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z',
  takeBack: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  swap: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  flip: 'M8 20V5m0 0L4 9m4-4l4 4M16 4v15m0 0l4-4m-4 4l-4-4',
  resign: 'M5 21V4M5 4h12l-2.500 4L17 12H5',
  play: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  zoom: 'M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13zM15.500 15.500L21 21M8 10.500h5M10.500 8v5',
  keyboard: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM7 10h0M12 10h0M17 10h0M8 14h8',
  settings:
    'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM8 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z',
} as const;
