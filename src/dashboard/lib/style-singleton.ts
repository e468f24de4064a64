import { useEffect } from 'react'

/**
 * Replaces the package `react-style-singleton`, with which Radix locks the page's scrolling (see vite.config.ts). The
 * original writes a style element, which our Content-Security-Policy forbids; an adopted style sheet is allowed.
 */
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
