/** The two colours that stand outside the style sheet: browser chrome and the manifest. */
export const colors = { paper: '#faf7f2', accent: '#2337c6', night: '#16140f' } as const
