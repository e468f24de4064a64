import { useState } from 'preact/hooks'
import { usePanel } from './context.ts'

/** For a button of the visitor's: does what it asks for, and says in the panel's language if that did not work. */
export function useAttempt() {
  const { words } = usePanel()
  const [problem, setProblem] = useState('')
  const [isTrying, setTrying] = useState(false)
  /** @returns whether it worked */
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    setTrying(true)
    setProblem('')
    const isDone = await work.then(
      () => true,
      () => false,
    )
    if (!isDone) setProblem(words.didNotWork)
    setTrying(false)
    return isDone
  }
  return { problem, isTrying, attempt }
}
