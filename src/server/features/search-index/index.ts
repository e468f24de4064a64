export { keepLines, keepMailLine, keepNoteLine, numberOf, visitorText } from './keep-lines.ts'
export {
  type FoundLines,
  insertLines,
  type SearchLine,
  selectIdsWithin,
  selectLines,
  selectMailText,
  wordsFor,
} from './queries.ts'
export { excerptOf, type Term, termsOf } from './words.ts'
