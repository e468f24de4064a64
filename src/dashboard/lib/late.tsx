import { type ComponentType, type ReactNode, Suspense, use } from 'react'

const RETRY_MS = 1_000

/** A component whose code comes when it is first shown, or asked for ahead. */
export type Loadable<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of time, when a pointer or the focus comes near what shows it. It never fails. */
  preload: () => Promise<void>
}

/**
 * A component for a place that has a Suspense boundary around it. Unlike React's own `lazy`, its code can be fetched
 * ahead, and is asked for again after a failure, which helps where the browser does so too.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
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

  function Loaded(props: Props) {
    const Component = use(fetchIt())
    return <Component {...props} />
  }
  // Whoever shows it asks again, and is told.
  return Object.assign(Loaded, {
    preload: () =>
      fetchIt().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/**
 * A component that no first screen needs, as a dialog: its code comes when it is first shown. Once there it renders at
 * once, like any other.
 * @param fallback Stands in while the code is on its way.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): Loadable<Props> {
  const Loaded = loadable(load)

  function Late(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return Object.assign(Late, { preload: Loaded.preload })
}

/** A promise as `use` likes it: one that has been kept it reads at once, without suspending. */
function settled<Value>(promise: Promise<Value>, onFailure: () => void): Promise<Value> {
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }), onFailure)
  return promise
}
