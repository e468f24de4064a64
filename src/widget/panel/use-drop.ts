import { useEffect, useRef, useState } from 'preact/hooks'

/** Takes files that are dropped anywhere on the page. @returns whether some are held above it */
export function useDrop(add: (files: readonly File[]) => void): boolean {
  const [isHeld, setHeld] = useState(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault() // else the browser would open the file in place of the page
      setHeld(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHeld(false)
    }
    const drop = (event: DragEvent) => {
      setHeld(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isHeld
}
