import { customElement } from "lit/decorators.js";
import { PageElement } from "./element";
@customElement("z-rps")
export class Rps extends PageElement {}
