/** In pixels; equal for all rows, so that a long list needs no measuring. */
export const ROW_HEIGHT = 66
