const MARK = /[?？؟⁇⁈⸮]["'”’»)\]*_`]*\s*$/u
/** Greek writes its question mark like a semicolon. */
const GREEK_MARK = /\p{Script=Greek}[^\n]*[;\u037e]["'”’»)\]*_`]*\s*$/u

/** Whether a text ends with a question mark, in whatever script. */
export const isQuestion = (text: string): boolean => MARK.test(text) || GREEK_MARK.test(text)
