"""What stands on the buttons, in the languages of the client."""

from __future__ import annotations

from typing import Final

import msgspec


class Words(msgspec.Struct, frozen=True):
    """The words a person looks for on the screen."""

    locale: str
    settings: str
    play_now: str
    invite: str
    code: str
    join: str
    sit_down: str
    chairs: str
    fill: str
    ready: str
    choice: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    hint: str
    play: str
    passing: str
    nothing: str
    hand: str
    autoplay: str
    take_back: str
    thinking: str
    checked: str
    next_deal: str
    to_beat: str
    no_combo: str


EN: Final = Words(
    locale="en-US",
    settings="Settings",
    play_now="Play now",
    invite="Open a table and invite",
    code="Six-digit code",
    join="Join",
    sit_down="Sit down",
    chairs="Chairs",
    fill="Fill with bots",
    ready="Ready",
    choice="Your choice",
    yes=("Bid 3", "Bid 2", "Bid 1", "Call landlord", "Grab", "Double", "Show hand"),
    no=("No bid", "No call", "No grab", "No double", "Keep closed"),
    hint="Hint",
    play="Play",
    passing="Pass",
    nothing="No card of yours beats this",
    hand="Your hand",
    autoplay="Hand over",
    take_back="Take back",
    thinking="thinking",
    checked="Deal checked: nobody tampered with it",
    next_deal="Next deal",
    to_beat="Needs a",
    no_combo="These cards are no combination",
)

ZH: Final = Words(
    locale="zh-CN",
    settings="设置",
    play_now="马上玩",
    invite="开一桌，请朋友来",
    code="六位桌号",
    join="加入",
    sit_down="坐下",
    chairs="座位",
    fill="空位让电脑坐",
    ready="准备",
    choice="你的选择",
    yes=("3 分", "2 分", "1 分", "叫地主", "抢地主", "加倍", "明牌"),
    no=("不叫", "不抢", "不加倍", "不明牌"),
    hint="提示",
    play="出牌",
    passing="不出",
    nothing="没有牌大过上家",
    hand="你的手牌",
    autoplay="托管",
    take_back="取消托管",
    thinking="正在想",
    checked="发牌已核对：没有人动过手脚",
    next_deal="下一局",
    to_beat="要出比",
    no_combo="这几张凑不成牌型",
)
