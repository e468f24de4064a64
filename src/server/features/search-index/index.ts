export { keepLines, keepNoteLine, numberOf, visitorText } from './keep-lines.ts'
export { type FoundLines, insertLines, type SearchLine, selectIdsWithin, selectLines, wordsFor } from './queries.ts'
export { excerptOf, type Term, termsOf } from './words.ts'
