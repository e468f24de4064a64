import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { warmUpLater } from './warm-up.ts'

const RETRY_MS = 1_000

/**
 * A component that no first screen needs: its code comes when the page is idle, or when it is first shown. Once there
 * it renders at once, like any other.
 * @param fallback Stands in while the code is on its way.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined

  const fetchIt = () => {
    loading ??= settled(load(), () => {
      // A line that was down may be up again; not at once, as React asks again when it hears of the failure.
      setTimeout(() => {
        loading = undefined
      }, RETRY_MS)
    })
    return loading
  }
  warmUpLater(fetchIt)

  function Loaded(props: Props) {
    const Component = use(fetchIt())
    return <Component {...props} />
  }

  return function Late(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** A promise as `use` likes it: one that has been kept it reads at once, without suspending. */
function settled<Value>(promise: Promise<Value>, onFailure: () => void): Promise<Value> {
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }), onFailure)
  return promise
}
