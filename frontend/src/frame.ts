// The page's frame: where one is, light or dark, and whether the server is there.
import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { api } from "./api";
import { announce, PageElement } from "./element";
import { live } from "./live";
import type { GameInfo } from "./types";
import { arrive, leave, path, to } from "./where";

const THEMES = ["auto", "light", "dark"] as const;

/** A page of the page, the first one at "/". */
export interface Room {
  address: string;
  name: string;
  when?(games: GameInfo[]): boolean; // else it is always there
  page(games: GameInfo[]): TemplateResult;
}

export interface House {
  title: string;
  icon: string;
  rooms: Room[];
  connect(): void;
}

/** Show the page with these rooms. */
export function move(house: House): void {
  App.house = house;
  customElements.define("z-app", App);
}
class App extends PageElement {
  static house: House;
  @state() private games: GameInfo[] = [];
  @state() private arena: string | null = null; // the file of the one that is shown, if one is
  @state() private visit = 0; // each page visited is a new one
  @state() private lost = false;
  @state() private back = false;
  @state() private theme = localStorage.getItem("theme") ?? "auto";

  override connectedCallback(): void {
    super.connectedCallback();
    this.dress();
    live.addEventListener("status", () => this.heard());
    App.house.connect();
    this.fetch();
    // A change behind the # alone is left to the page that is there: hashchange comes after popstate.
    let waiting = 0;
    window.addEventListener("popstate", () => {
      leave();
      waiting = window.setTimeout(() => {
        arrive();
        this.visit += 1;
      });
    });
    window.addEventListener("hashchange", (event) => {
      if (event.oldURL.split("#")[0] !== event.newURL.split("#")[0]) return;
      clearTimeout(waiting);
      arrive();
    });
    this.addEventListener("click", (event) => this.follow(event));
  }

  private async fetch(): Promise<void> {
    try {
      const found = await api.games();
      this.games = found.games;
      this.arena = found.arena;
    } catch {
      setTimeout(() => this.fetch(), 1000);
    }
  }

  private heard(): void {
    const was = this.lost;
    this.lost = live.status === "lost";
    if (was && !this.lost) {
      this.back = true;
      announce("The server is back.");
      setTimeout(() => {
        this.back = false;
      }, 2500);
    } else if (!was && this.lost) {
      announce("The server does not answer. Trying to reach it again.");
    }
  }

  /** Links within the page change it without loading it anew. */
  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (link.origin !== location.origin || link.hasAttribute("download")) return;
    event.preventDefault();
    live.stop();
    history.pushState(null, "", link.href);
    this.visit += 1;
    window.scrollTo(0, 0);
    this.updateComplete.then(() => document.querySelector("main")?.focus());
  }

  private dress(): void {
    if (this.theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.theme;
    localStorage.setItem("theme", this.theme);
  }

  private redress(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme as "auto") + 1) % THEMES.length]!;
    this.dress();
  }

  override render(): TemplateResult {
    const { title, icon, rooms } = App.house;
    const here = path();
    const room = rooms.find(({ address }) => address === here) ?? rooms[0]!;
    document.title = room === rooms[0] ? title : `${room.name} · ${title}`;
    return html`
      <a class="skip" href="#main" @click=${(e: Event) => {
        e.preventDefault();
        e.stopPropagation();
        document.querySelector("main")?.focus();
      }}>To the content</a>
      <header class="top">
        <a class="brand" href=${to("/")}><img src=${icon} alt="" width="28" height="28"> ${title}</a>
        <nav aria-label="Pages">
          ${rooms
            .slice(1)
            .filter(({ address, when }) => (address !== "/arena" || this.arena) && (when?.(this.games) ?? true))
            .map(
              ({ address, name }) => html`<a href=${to(address)}
            aria-current=${here === address ? "page" : nothing}>${name}</a>`,
            )}
        </nav>
        <button class="theme" @click=${() => this.redress()} aria-label="Colours: ${this.theme}"
          title="Colours: ${this.theme}">${{ auto: "◐", light: "☀", dark: "☾" }[this.theme]}</button>
      </header>
      ${
        this.lost
          ? html`<p class="banner bad" role="alert">The server does not answer. Start it again with
            <code>zermelo serve</code>: this page goes on by itself.</p>`
          : this.back
            ? html`<p class="banner good" role="status">The server is back.</p>`
            : nothing
      }
      <main id="main" tabindex="-1">${keyed(this.visit, room.page(this.games))}</main>
      <div id="announcer" class="unseen" aria-live="polite"></div>`;
  }
}
