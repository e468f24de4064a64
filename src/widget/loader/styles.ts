/** The launcher's and the frame's style. The host page's own rules for elements of ours are outweighed. */
export const styleOf = (accent: string, ink: string, side: 'left' | 'right'): string => `
:host{all:initial!important;position:fixed!important;bottom:0!important;${side}:0!important;width:0!important;height:0!important;display:block!important;z-index:2147483000!important;opacity:1!important;visibility:visible!important;transform:none!important;pointer-events:auto!important}
button,a{all:unset;box-sizing:border-box;position:fixed;bottom:max(16px,env(safe-area-inset-bottom));${side}:max(16px,env(safe-area-inset-${side}));min-width:56px;height:56px;padding:0 16px;border-radius:28px;background:${accent};color:${ink};font:600 16px/56px system-ui,sans-serif;text-align:center;cursor:pointer;box-shadow:0 4px 16px rgba(0,0,0,.25)}
a{bottom:84px;height:auto;max-width:280px;padding:10px 16px;font:400 14px/1.4 system-ui,sans-serif;border-radius:12px}
button:focus-visible,a:focus-visible{outline:3px solid ${accent};outline-offset:3px;box-shadow:0 0 0 3px #fff}
svg{width:24px;height:24px;vertical-align:middle;fill:currentColor}
i{all:unset;position:absolute;top:-4px;right:-4px;min-width:22px;height:22px;padding:0 6px;box-sizing:border-box;border-radius:11px;background:#b91c1c;color:#fff;font:600 13px/22px system-ui,sans-serif;text-align:center}
iframe{all:unset;position:fixed;bottom:88px;${side}:16px;width:min(400px,calc(100vw - 32px));height:min(640px,calc(100dvh - 112px));border-radius:16px;box-shadow:0 8px 40px rgba(0,0,0,.3);background:transparent;color-scheme:normal}
[hidden]{display:none!important}
@media (max-width:480px){iframe{inset:0;width:100vw;height:100dvh;border-radius:0}}
@media (forced-colors:active){button,a{border:2px solid}}`
