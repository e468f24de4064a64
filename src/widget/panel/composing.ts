/**
 * Whether a key is for an input method, which makes words of several keys, as Japanese ones do. In Safari the Enter that
 * confirms a word comes after the composition has ended, and is told by its code alone.
 */
export const isComposed = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
