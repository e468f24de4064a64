import { act, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { settleSaved, useFollowServer } from './follow-server.ts'

interface Hours {
  zone: string
  days: { day: string; from: string }[]
}

const hours = (zone: string, ...from: string[]): Hours => ({
  zone,
  days: from.map((time, index) => ({ day: `day ${index}`, from: time })),
})

/** A form of nested fields that follows what the server says, as a screen would hold it. */
function follow(served: Hours) {
  return renderHook(
    (now: Hours) => {
      const form = useForm<Hours>({ defaultValues: served })
      // Reading them subscribes to them, as the fields of a screen do.
      const { isDirty } = form.formState
      return { form, isDirty, overtaken: useFollowServer(form, now) }
    },
    { initialProps: served },
  )
}

it('takes over what changed on the server where nobody has edited', () => {
  const { result, rerender } = follow(hours('UTC', '09:00'))
  rerender(hours('Europe/Berlin', '08:00', '10:00'))
  expect(result.current.form.getValues()).toEqual(hours('Europe/Berlin', '08:00', '10:00'))
  expect(result.current).toMatchObject({ isDirty: false, overtaken: false })
})

it('keeps an edited field, and says when somebody else has changed it', () => {
  const { result, rerender } = follow(hours('UTC', '09:00'))
  act(() => result.current.form.setValue('zone', 'Asia/Tokyo', { shouldDirty: true }))
  rerender(hours('UTC', '08:00'))
  expect(result.current.form.getValues()).toEqual(hours('Asia/Tokyo', '08:00'))
  expect(result.current).toMatchObject({ isDirty: true, overtaken: false })
  rerender(hours('Europe/Berlin', '08:00'))
  expect(result.current.form.getValues('zone')).toBe('Asia/Tokyo')
  expect(result.current.overtaken).toBe(true)
  act(() => result.current.form.reset())
  expect(result.current.form.getValues('zone')).toBe('Europe/Berlin')
  expect(result.current).toMatchObject({ isDirty: false, overtaken: false })
})

it('leaves the form alone when the server says the same in other objects', () => {
  const { result, rerender } = follow(hours('UTC', '09:00'))
  act(() => result.current.form.setValue('days.0.from', '07:00', { shouldDirty: true }))
  rerender(hours('UTC', '09:00'))
  expect(result.current.form.getValues('days')).toEqual(hours('UTC', '07:00').days)
  expect(result.current).toMatchObject({ isDirty: true, overtaken: false })
})

it('is not overtaken by a change to what was typed here as well', () => {
  const { result, rerender } = follow(hours('UTC', '09:00'))
  act(() => result.current.form.setValue('days.0.from', '07:00', { shouldDirty: true }))
  rerender(hours('UTC', '07:00'))
  expect(result.current.form.getValues()).toEqual(hours('UTC', '07:00'))
  expect(result.current.overtaken).toBe(false)
})

it('takes over what was saved, but for what was typed while it was under way', () => {
  const { result } = follow(hours('UTC', '09:00', '10:00'))
  const { form } = result.current
  act(() => form.setValue('zone', ' Asia/Tokyo', { shouldDirty: true }))
  const sent = structuredClone(form.getValues())
  act(() => form.setValue('days.0.from', '07:00', { shouldDirty: true }))
  act(() => settleSaved(form, sent, hours('Asia/Tokyo', '09:00', '10:00')))
  expect(form.getValues()).toEqual(hours('Asia/Tokyo', '07:00', '10:00'))
  expect(result.current.isDirty).toBe(true)
  act(() => settleSaved(form, form.getValues(), hours('Asia/Tokyo', '07:00', '10:00')))
  expect(result.current.isDirty).toBe(false)
})
