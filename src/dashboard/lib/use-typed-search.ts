import { useEffect, useRef, useState } from 'react'

interface TypedSearch {
  /** The text in the field. */
  text: string
  setText: (text: string) => void
  /** Searches at once for the text in the field, unless it was the last one searched for. */
  search: () => void
}

/**
 * The text of a search field. It is searched for once typing has paused (debounced), and replaced when the page is
 * given other words by other means, such as Back or a button that clears the search.
 * @param q the words that the page searches for
 * @param pauseMs milliseconds of pause in typing until `onSearch` is called
 */
export function useTypedSearch(q: string, pauseMs: number, onSearch: (words: string) => void): TypedSearch {
  const [text, setText] = useState(q)
  const searched = useRef(q)
  useEffect(() => {
    if (q === searched.current) return
    searched.current = q
    setText(q)
  }, [q])
  const search = () => {
    const words = text.trim()
    if (words === searched.current) return
    searched.current = words
    onSearch(words)
  }
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    if (text.trim() === searched.current) return
    const timer = setTimeout(() => latest.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return { text, setText, search }
}
