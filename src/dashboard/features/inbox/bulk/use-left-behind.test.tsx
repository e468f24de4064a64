import { cleanup, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useStore } from '#dashboard/lib/store.ts'
import { choosing } from '../list/choose.ts'
import { chooseNothing, chosen } from '../list/chosen.ts'
import { useLeftBehind } from './use-left-behind.ts'

afterEach(() => {
  cleanup()
  chooseNothing()
})

/** What is shown of the chosen ones, in a list of these rows. */
function Chosen({ rows, meanwhile }: { rows: string[]; meanwhile?: () => void }) {
  const ids = useStore(chosen)
  useLeftBehind(
    ids,
    rows.filter((id) => ids.has(id)).map((id) => ({ id })),
  )
  useLayoutEffect(() => meanwhile?.(), [meanwhile])
  return null
}

it('no longer takes a row for chosen that has left the list', () => {
  choosing(['a', 'b'])
  const { rerender } = render(<Chosen rows={['a', 'b', 'c']} />)
  rerender(<Chosen rows={['a', 'c']} />)
  expect([...chosen.get()]).toEqual(['a'])
})

it('keeps what is chosen between the moment at which the list is drawn and its effects', () => {
  choosing(['a'])
  const chooseAll = () => choosing(['a', 'b', 'c'])
  render(<Chosen rows={['a', 'b', 'c']} meanwhile={chooseAll} />)
  expect([...chosen.get()]).toEqual(['a', 'b', 'c'])
})
