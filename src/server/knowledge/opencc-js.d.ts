/** Pairs of a traditional and a simplified Chinese character, as `萬 万|個 个`. From OpenCC, under the Apache licence. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}
