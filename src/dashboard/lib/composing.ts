/**
 * Whether a key is for an input method, which makes a word from several keys, as one for Japanese does. In Safari the
 * Enter that confirms a word comes after the composition has ended; only its key code 229 shows what it is.
 */
export const isComposed = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
