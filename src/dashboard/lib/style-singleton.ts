import { useEffect } from 'react'

/** For Radix (see vite.config.ts): the original writes a style element, which our Content-Security-Policy forbids. */
export function styleSingleton() {
  return function AdoptedStyles({ styles }: { styles: string }) {
    useEffect(() => adopt(styles), [styles])
    return null
  }
}

function adopt(styles: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
