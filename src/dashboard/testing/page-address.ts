import type { Window as HappyWindow } from 'happy-dom'

/** Makes `url` the page's address, so that relative requests go to its host. The tests' window is happy-dom's. */
export function setPageAddress(url: string): void {
  const { happyDOM } = window as unknown as HappyWindow
  happyDOM.setURL(url)
}
