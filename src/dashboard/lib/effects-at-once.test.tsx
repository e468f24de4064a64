import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { useEffectsAtOnce } from './effects-at-once.ts'

/** Renders a component and returns whether its effects had run by the time it appeared in the document. */
async function ranWhenShown(useHook: () => void): Promise<boolean> {
  let ran = false
  function Shown() {
    useEffect(() => {
      ran = true
    }, [])
    useHook()
    return <p>Shown</p>
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  const shown = new Promise<boolean>((tell) => {
    new MutationObserver(() => tell(ran)).observe(place, { childList: true })
  })
  root.render(<Shown />)
  const result = await shown
  root.unmount()
  return result
}

it('has effects run before anybody can see what they belong to', async () => {
  expect(await ranWhenShown(useEffectsAtOnce)).toBe(true)
  expect(await ranWhenShown(() => undefined)).toBe(false)
})
