import type { Window as HappyWindow } from 'happy-dom'

/** Sets the page's address, so that relative requests go to its host. Tests run in a window of happy-dom. */
export function setPageAddress(url: string): void {
  const { happyDOM } = window as unknown as HappyWindow
  happyDOM.setURL(url)
}
