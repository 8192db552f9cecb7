import type { SiteFile } from '../business/schemas/site.ts'
import type { Words } from '../business/words.ts'

/** A list of links to pages: in the header, in the footer or on the 404 page. */
export type Menu = 'header' | 'footer' | 'notFound'

/** A page as menus link to it. */
export interface PageLink {
  path: string
  /** Key of the page's name in `words.pages`. */
  name: keyof Words['pages']
  menus: Menu[]
}

/** An entry of a menu; `isData` if its name is in the language of the business. */
export interface MenuLink {
  path: string
  name: string
  isData: boolean
}

interface Options {
  /** The rows of the page table. */
  pages: PageLink[]
  words: Words
  siteFile: SiteFile | undefined
  /** Further pages of the menus, after the built-in ones; their paths are encoded. */
  menuPages: { path: string; name: string }[]
  toHref: (url: string) => string
  canLinkTo: (url: string) => boolean
}

/** Returns a function that lists the links of a menu: those of site.json in the header, or else those of the pages. */
export function createMenus(options: Options): (menu: Menu) => MenuLink[] {
  const { pages, words, siteFile, menuPages, toHref, canLinkTo } = options
  const stated = siteFile?.menu?.map(({ label, href }) => ({ path: toHref(href), name: label, isData: true }))
  const own = menuPages.map((page) => ({ ...page, isData: true }))
  const isOwn = (path: string) => menuPages.some((page) => page.path === path)
  return (menu) => {
    if (menu === 'header' && stated) return stated.filter(({ path }) => canLinkTo(path))
    const builtIn = pages
      .filter(({ path, menus }) => menus.includes(menu) && canLinkTo(path) && !isOwn(path))
      .map(({ path, name }) => ({ path, name: words.pages[name], isData: false }))
    return menu === 'notFound' ? builtIn : [...builtIn, ...own]
  }
}
