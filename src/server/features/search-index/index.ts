export { keepLines, keepMailLine, keepNoteLine, numberOf, visitorText } from './keep-lines.ts'
export {
  type FoundLines,
  insertLines,
  lineFor,
  type SearchLine,
  selectIdsWithin,
  selectLines,
  selectMailText,
  streamLines,
  wordsFor,
} from './queries.ts'
export { excerptOf, type Term, termsOf } from './words.ts'
