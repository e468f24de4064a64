import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from 'react'

/** A component whose code comes when it is first shown, or asked for ahead. */
export type Loadable<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of time, when a pointer or the focus comes near what shows it. It never fails. */
  preload: () => Promise<void>
}

type Components<Name extends string> = Record<Name, (props: never) => ReactNode>
type Props<Component> = Component extends (props: infer Known extends object) => ReactNode ? Known : object

/**
 * A component for a place that has a Suspense boundary around it. Code that has come already is rendered at once, where
 * `lazy` alone would show the fallback first.
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
    // Whoever shows it asks again, and is told.
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
