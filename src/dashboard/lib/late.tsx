import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from 'react'

/** A component whose code is fetched on its first render, or earlier by `preload`. */
type Loadable<Props extends object> = ComponentType<Props> & {
  /**
   * Fetches the code ahead of time, for example when the pointer approaches the button that shows the component. Never
   * rejects.
   */
  preload: () => Promise<void>
}

type Components<Name extends string> = Record<Name, (props: never) => ReactNode>
type Props<Component> = Component extends (props: infer Known extends object) => ReactNode ? Known : object

/**
 * Makes a component whose code is loaded on demand, for use within a Suspense boundary. Code that has been loaded
 * already renders at once, where React's `lazy` alone would show the fallback first.
 */
export function loadable<Module extends Components<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): Loadable<Props<Module[Name]>> {
  type Known = Props<Module[Name]>
  let loaded: FunctionComponent<Known> | undefined
  const fetchIt = async () => {
    loaded ??= (await load())[name] as (props: never) => ReactNode as FunctionComponent<Known>
    return { default: loaded }
  }
  const Lazy = lazy(fetchIt)

  function Loaded(props: Known) {
    const [Component] = useState(() => loaded ?? (Lazy as FunctionComponent<Known>))
    return <Component {...props} />
  }
  return Object.assign(Loaded, {
    // Errors are ignored here, as rendering the component fetches again and reports them.
    preload: () =>
      fetchIt().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/**
 * Makes a component with its own Suspense boundary whose code is loaded on demand, for code that need not be part of
 * every first load, such as that of a dialog. Once loaded, it renders without suspending.
 * @param fallback Shown while the code is loading.
 */
export function late<Module extends Components<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
): Loadable<Props<Module[Name]>> {
  const Loaded = loadable(load, name)

  function Late(props: Props<Module[Name]>) {
    return (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return Object.assign(Late, { preload: Loaded.preload })
}

/**
 * Makes a component whose code is loaded on demand and that a screen can do without, such as a line that tells who else is
 * there. Where the code can't be fetched, as while offline, nothing is shown; it is fetched again when mounted anew.
 */
export function dispensable<Module extends Components<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): FunctionComponent<Props<Module[Name]>> {
  const nothing = { [name]: () => null } as unknown as Module
  const attempt = () =>
    late(
      () =>
        load().catch(() => {
          Next = attempt()
          return nothing
        }),
      name,
    )
  let Next = attempt()
  return function Dispensable(props) {
    const [Component] = useState(() => Next)
    return <Component {...props} />
  }
}
