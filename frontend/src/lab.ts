import { customElement } from "lit/decorators.js";
import { PageElement } from "./element";
@customElement("z-lab")
export class Lab extends PageElement {}
