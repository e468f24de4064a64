import { useEffect, useRef, useState } from 'react'

interface TypedSearch {
  text: string
  setText: (text: string) => void
  /** Searches at once for the text in the field, unless it was the last one searched for. */
  search: () => void
}

/**
 * Searches once typing has paused for `pauseMs` milliseconds.
 * @param q What the page searches for; it replaces the text when changed by other means, such as Back.
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
