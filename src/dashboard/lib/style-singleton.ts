import { useEffect } from 'react'

/**
 * Stands in for the package `react-style-singleton`, by which Radix locks the page's scrolling (vite.config.ts). That
 * one writes a style element, which our Content-Security-Policy refuses; an adopted style sheet is no inline style.
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
