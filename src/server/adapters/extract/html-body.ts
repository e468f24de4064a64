import { parseHTML } from 'linkedom/worker'

/** Builds a tree of HTML that `cleanHtml` has made small and well-formed. */
export function parseBody(clean: string): HTMLElement {
  return parseHTML(`<!doctype html><html><head></head><body>${clean}</body></html>`).document.body
}
