"""All that ``dizhu play`` and ``dizhu serve`` say, in Chinese and in English, as one table of sentences by key.

A sentence holds named places, ``{name}``, the same in both languages. Nothing here knows the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Language: TypeAlias = Literal["zh", "en"]

LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")
TITLE_TAGS: Final[dict[Language, str]] = {"zh": "zh-Hans", "en": "en"}

TEXTS: Final[dict[str, tuple[str, str]]] = {
    # people
    "you": ("你", "You"),
    "bots": ("小林 小梅 阿福 阿珍", "Lin Mei Fu Zhen"),
    "landlord": ("地主", "Landlord"),
    "peasant": ("农民", "Peasant"),
    "cards_left": ("{n:>2}张", "{n:>2} left"),
    "says": ("{name}：{what}", "{name}: {what}"),
    "robot_tag": ("托管", "robot"),
    "double_tag": ("加倍", "doubled"),
    "show_tag": ("明牌", "shown"),
    # cards
    "rank.x": ("小王", "x"),
    "rank.X": ("大王", "X"),
    "title": ("{rules} · 第 {n} 局", "{rules} · deal {n}"),
    "bottom": ("底牌", "Bottom"),
    "bottom_hidden": ("{n}张，还扣着", "{n} cards, face down"),
    "hand": ("手牌 {n} 张", "Your hand, {n} cards"),
    "hand_empty": ("还没有发牌", "No cards dealt yet"),
    "their_hand": ("{name}的明牌", "{name}'s hand"),
    # combos
    "combo.solo": ("单张", "solo"),
    "combo.pair": ("对子", "pair"),
    "combo.trio": ("三张", "trio"),
    "combo.quad": ("四张", "quad"),
    "combo.same": ("{n}张同点", "{n} of a rank"),
    "combo.solo*": ("{n}张顺子", "run of {n}"),
    "combo.pair*": ("{n}连对", "run of {n} pairs"),
    "combo.trio*": ("{n}连飞机", "plane of {n}"),
    "combo.quad*": ("{n}连四张", "run of {n} quads"),
    "combo.+solo": ("带单", "with solo"),
    "combo.+pair": ("带对", "with pair"),
    "combo.+trio": ("带三张", "with trio"),
    "combo.+quad": ("带四张", "with quad"),
    "combo.trio+solo": ("三带一", "trio with a solo"),
    "combo.trio+pair": ("三带一对", "trio with a pair"),
    "combo.quad+2solo": ("四带二", "quad with two solos"),
    "combo.quad+2pair": ("四带两对", "quad with two pairs"),
    "combo.4x": ("炸弹", "bomb"),
    "combo.nx": ("{n}张炸弹", "bomb of {n}"),
    "combo.xX": ("王炸", "rocket"),
    "combo.nj": ("{n}张王炸", "bomb of {n} jokers"),
    "combo.run": ("{least}张起的顺子", "runs of {least} or more"),
    "combo.run_pair": ("{least}连起的连对", "{least} or more pairs in a row"),
    "combo.run_trio": ("飞机", "planes"),
    "combo.run_quad": ("{least}连起的四张", "{least} or more quads in a row"),
    # acts
    "act.bid": ("{n}分", "bid {n}"),
    "act.no_bid": ("不叫", "pass"),
    "act.call": ("叫地主", "call"),
    "act.no_call": ("不叫", "no call"),
    "act.grab": ("抢地主", "grab"),
    "act.no_grab": ("不抢", "no grab"),
    "act.no_show": ("不明牌", "hand stays closed"),
    "act.pass": ("不出", "pass"),
    # events
    "event.deal": (
        "第 {n} 局。洗牌封条 {seal}（按 l 看全）",
        "Deal {n}. The shuffle is sealed: {seal} (l shows it whole)",
    ),
    "event.bytes": ("封条之后加入你的随机数 {added}", "After the seal your random bytes went in: {added}"),
    "event.bytes_none": ("用种子 {seed} 发牌，不加随机数", "Dealt from seed {seed}, nothing added"),
    "event.received": ("每人已有 {n} 张牌", "Everybody holds {n} cards"),
    "event.marker": (
        "翻出的 {card} 在{name}手里",
        "Turned-up card {card}, dealt to {name}",
    ),
    "event.asked": ("由{name}先叫", "Asked first: {name}"),
    "event.shown": ("{name}明牌，×{factor}", "{name}: hand shown, ×{factor}"),
    "event.landlord": ("{name}当地主，底牌 {cards}", "Landlord: {name}, bottom {cards}"),
    "event.landlord_only": ("{name}当地主", "Landlord: {name}"),
    "event.doubled": ("加倍：{names}", "Doubled: {names}"),
    "event.doubled_none": ("没有人加倍", "Nobody doubles"),
    "event.robot_on": ("{name}托管", "{name}: robot on"),
    "event.robot_off": ("{name}取消托管", "{name}: robot off"),
    "event.redeal": ("没人叫地主，重新发牌", "Nobody wants to be the landlord: the cards are dealt again"),
    "event.goes_out": ("{name}出完牌了", "{name}: no cards left"),
    # factors
    "factor.base": ("底分", "Base"),
    "factor.init": ("房间倍数", "Room"),
    "factor.grab": ("抢地主", "Grabbing"),
    "factor.show": ("明牌", "Shown hand"),
    "factor.spring": ("春天", "Spring"),
    "factor.anti_spring": ("反春天", "Anti-spring"),
    "factor.unit": ("每份", "Unit"),
    "factor.pair": ("{landlord}和{peasant}", "{landlord} and {peasant}"),
    "factor.times": ("×{value}，{times} 次", "×{value}, {times} times"),
    "multiplier": ("底分 {base}，{times} 倍", "Base {base} × {times}"),
    "multiplier_doubled": ("，加倍后 {pairs}", ", doubled: {pairs}"),
    "multiplier_only": ("{times} 倍", "Multiplier {times}"),
    # questions
    "ask.lead": ("你先出", "You lead"),
    "ask.follow": ("要大过 {what}", "Beat {what}"),
    "ask.bid": ("叫分：{values}，p 不叫", "Your bid: {values}, or p to pass"),
    "ask.call": ("叫地主吗？ y / n", "Call the landlord? y / n"),
    "ask.grab": ("抢地主吗？ y / n", "Grab the landlord? y / n"),
    "ask.show": ("要明牌吗？ ×{factor}，y / n", "Show your hand to all? ×{factor}, y / n"),
    "ask.early": (
        "现在明牌吗？ ×{factor}，手里 {n} 张（y，回车不明牌）",
        "Show your hand now, ×{factor}, with {n} cards dealt? (y, Enter for no)",
    ),
    "ask.double": ("加倍吗？ y / n", "Double? y / n"),
    "ask.which": ("这些牌可以当作：{list}（回车取 1）", "These cards can be: {list} (Enter takes 1)"),
    "ask.quit": ("离开牌局吗？ y 离开，回车不离开。", "Leave the game? y for yes, Enter for no."),
    "ask.quit_queen": (
        "离开牌局吗？ y 离开，回车不离开。要出 Q，请输入大写 Q。",
        "Leave the game? y for yes, Enter for no. To play the queen, type a capital Q.",
    ),
    "ask.robot": ("让机器人替你打吗？ y 让它打，回车不用。", "Let the robot play for you? y for yes, Enter for no."),
    "ask.robot_ten": (
        "让机器人替你打吗？ y 让它打，回车不用。要出 10，请输入 10。",
        "Let the robot play for you? y for yes, Enter for no. To play the ten, type 10.",
    ),
    "ask.robot_on": ("托管中，t 自己打，回车继续", "The robot plays for you: t takes over, Enter goes on"),
    "ask.next": ("再来一局吗？（回车再来，s 保存，q 离开）", "Another deal? (Enter deals, s saves, q leaves)"),
    "ask.next_saved": ("再来一局吗？（回车再来，q 离开）", "Another deal? (Enter deals, q leaves)"),
    "ask.more": ("回车翻页，q 返回", "Enter for more, q to go back"),
    "ask.back": ("回车返回", "Enter to go back"),
    # the line below the question
    "keys.play": (
        "h 提示 · p 不出 · l 记录 · m 倍数 · r 规则 · t 托管 · ? 帮助 · q 离开",
        "h hint · p pass · l log · m multiplier · r rules · t robot · ? help · q quit",
    ),
    "keys.lead": (
        "h 提示 · l 记录 · m 倍数 · r 规则 · t 托管 · ? 帮助 · q 离开",
        "h hint · l log · m multiplier · r rules · t robot · ? help · q quit",
    ),
    "keys.other": ("l 记录 · m 倍数 · r 规则 · ? 帮助 · q 离开", "l log · m multiplier · r rules · ? help · q quit"),
    "live.ready": ("{what} · 回车出牌", "{what} · Enter plays it"),
    "live.hint": ("回车填入提示", "Enter fills in a hint"),
    "live.next": (" · h 换下一个", " · h for the next hint"),
    # answers to what was typed
    "no.letter": (
        "看不懂第 {at} 个字符 {letter}。牌写作 3-9、10、J Q K A 2，小王 x，大王 X；? 看帮助。",
        "I cannot read {letter} at place {at}. Cards are 3-9, 10, J Q K A 2, x and X; ? for help.",
    ),
    "no.suit": (
        "不用打花色，只打点数：{ranks}。",
        "Suits are not typed, only ranks: {ranks}.",
    ),
    "no.empty": ("请输入要出的牌，p 不出，? 看帮助。", "Type the cards to play, p to pass, ? for help."),
    "no.empty_lead": ("请输入要出的牌，h 看提示，? 看帮助。", "Type the cards to play, h for a hint, ? for help."),
    "no.empty_other": ("请先回答：{answers}。", "Please answer: {answers}."),
    "no.answer": ("{text} 不是这里的选择，请回答：{answers}。", "{text} is no answer here. Please answer: {answers}."),
    "no.bid": ("要比现在的叫分高：{answers}。", "The bid must be higher than the last: {answers}."),
    "no.hand": ("手里没有这些牌：{cards}。", "Not in your hand: {cards}."),
    "no.hand_x": ("手里没有小王。看倍数请按 m。", "The small joker is not in your hand. For the multiplier type m."),
    "no.combo": (
        "{cards} 不成牌型。r 看可以出的牌型。",
        "{cards} is no combination. Type r to see what may be played.",
    ),
    "no.beat_higher": (
        "{cards} 大不过 {table}（{what}）。请出更大的{what}或炸弹，或 p 不出。",
        "{cards} does not beat {table} ({what}). You need a higher {what} or a bomb, or p to pass.",
    ),
    "no.beat_other": (
        "{cards} 是{mine}，桌上是{what} {table}。请出更大的{what}或炸弹，或 p 不出。",
        "{cards} is a {mine}; on the table is a {what}, {table}. You need a higher {what} or a bomb, or p to pass.",
    ),
    "no.beat_bomb": (
        "{cards} 大不过 {table}。请出更大的炸弹，或 p 不出。",
        "{cards} does not beat {table}. You need a stronger bomb, or p to pass.",
    ),
    "no.beat_rocket": (
        "{cards} 大不过 {table}，没有牌能大过它。p 不出。",
        "{cards} does not beat {table}; nothing does. Type p to pass.",
    ),
    "no.pass": ("你先出，不能不出。h 看提示。", "You lead, so you cannot pass. Type h for a hint."),
    "no.hint": ("没有牌大过上家，p 不出。", "No card of yours beats this: p passes."),
    "no.hint_here": ("这里没有提示。", "There is no hint here."),
    "no.robot_here": ("轮到你出牌时才能托管。", "The robot can take over when it is your turn to play."),
    "hint": ("提示：{cards}（{what}）", "Hint: {cards} ({what})"),
    "interrupt": ("再按一次 Ctrl-C 离开。", "Press Ctrl-C again to leave."),
    "answers.yes_no": ("y 或 n", "y or n"),
    "answers.bid": ("{values} 或 p", "{values} or p"),
    "answers.which": ("1 到 {n}", "1 to {n}"),
    # the result
    "win.landlord": ("地主{name}赢了", "The landlord wins: {name}"),
    "win.peasants": ("农民赢了：{names}", "The peasants win: {names}"),
    "win.you": ("你赢了，{points}", "You won: {points}"),
    "lose.you": ("你输了，{points}", "You lost: {points}"),
    "result.total": ("累计 {points}", "total {points}"),
    "result.out": ("出完", "no cards left"),
    "result.seal": ("封条 {seal}", "Seal   {seal}"),
    "result.secret": ("密钥 {secret}", "Secret {secret}"),
    "result.verify": ("核对：dizhu verify {path}", "To check the deal: dizhu verify {path}"),
    "result.verify_rules": (
        "核对：dizhu verify {path} --rules {rules}",
        "To check the deal: dizhu verify {path} --rules {rules}",
    ),
    "result.how": (
        "按 s 保存牌谱，之后可用 dizhu verify 核对发牌",
        "s saves the record, dizhu verify then checks the deal",
    ),
    "result.saved": ("牌谱存到 {path}", "Record saved: {path}"),
    "result.not_saved": ("存不了 {path}：{reason}", "Cannot save {path}: {reason}"),
    "bye": ("再见。{points}", "Goodbye. {points}"),
    "bye.broken": ("第 {n} 局没有打完，它的密钥是", "Deal {n} was broken off; its secret was"),
    # pages
    "page.help": ("帮助", "Help"),
    "page.rules": ("规则", "Rules"),
    "page.log": ("出牌记录", "What was played"),
    "page.log_empty": ("还没有人出牌", "Nothing has been played yet"),
    "page.factors": ("倍数", "Multiplier"),
    "help.cards": (
        "出牌：把牌的点数连着输入，顺序随意，如 334455、10jqka、3334。",
        "To play, type the ranks in any order: 334455, 10jqka, 3334.",
    ),
    "help.ranks": (
        "3 4 5 6 7 8 9 10 J Q K A 2，小王 x，大王 X（大小写有别）；T 也是 10。",
        "3 4 5 6 7 8 9 10 J Q K A 2, x the small joker, X the big one; T is 10 too.",
    ),
    "help.h": (
        "h    提示，再按换下一个；提示不会出牌，要出就打出来",
        "h    a hint, again for the next; nothing is played until you type it",
    ),
    "help.h_line": (
        "h    提示：回车填进输入行，再按 h 换下一个，再回车才出牌",
        "h    a hint: Enter fills it in, h again takes the next, Enter plays it",
    ),
    "help.p": ("p    不出（不叫、不抢）", "p    pass, on the table or in the auction"),
    "help.y": ("y n  回答叫、抢、明牌、加倍；1 2 3 是叫分", "y n  answer call, grab, show, double; 1 2 3 are bids"),
    "help.l": ("l    全部出牌记录，和这一局的封条", "l    all that was played, and the seal of the deal"),
    "help.m": ("m    倍数是怎么来的（x 留给小王）", "m    how the multiplier came about (x is the small joker)"),
    "help.r": ("r    这种玩法的规则", "r    the rules of this game"),
    "help.t": ("t    托管，或取消托管", "t    let the robot play for you, or take over again"),
    "help.q": ("q    离开（Ctrl-D 也可以，或按两次 Ctrl-C）", "q    leave (Ctrl-D too, or Ctrl-C twice)"),
    "help.tab": ("Tab  补全成能出的牌", "Tab  completes to cards you may play"),
    "rules.table": (
        "{seats} 人，{packs} 副牌，每人 {hand} 张，底牌 {bottom} 张。",
        "Players {seats}, packs {packs}; {hand} cards each, bottom {bottom}.",
    ),
    "rules.goal": (
        "地主拿底牌先出；先出完的一方赢，两家农民是一方。",
        "The landlord takes the bottom and leads; the side that first empties a hand wins.",
    ),
    "rules.once": (
        "叫分 {values}，每人一次，要比前面高，最高的当地主。",
        "Bids {values}, one turn each and rising; the highest is landlord.",
    ),
    "rules.rounds": (
        "叫分 {values}，轮流叫到其余人都不叫，最高的当地主。",
        "Bids {values}, rising, until all the others pass in a row; the highest is landlord.",
    ),
    "rules.call_grab": (
        "叫地主之后，没有说过不叫的人可以抢，每抢一次 ×{factor}。",
        "After a call, whoever did not refuse may grab once, ×{factor} each.",
    ),
    "rules.call_grab_all": (
        "叫地主之后，其余的人都可以抢，每抢一次 ×{factor}。",
        "After a call all others may grab once, ×{factor} each.",
    ),
    "rules.given": ("不叫地主，轮到谁就是谁。", "No auction: the landlord is given."),
    "rules.shapes": ("牌型：{list}", "Shapes: {list}"),
    "rules.bombs": ("炸弹，从小到大：{list}", "Bombs, weakest first: {list}"),
    "rules.order": (
        "大小：3 4 5 6 7 8 9 10 J Q K A 2 小王 大王；顺子到 A 为止。",
        "Ranks: 3 4 5 6 7 8 9 10 J Q K A 2 x X; runs end at the ace.",
    ),
    "rules.kickers": ("带牌不能{bans}。", "Kickers may not {bans}."),
    "ban.body": ("与主牌同点", "be of the body's rank"),
    "ban.repeat": ("彼此同点", "share a rank"),
    "ban.rocket": ("同时是大小王", "be both jokers"),
    "ban.joker": ("是王", "be jokers"),
    "ban.bomb": ("是炸弹", "be a bomb"),
    "ban.extend": ("与主牌连成更长的飞机", "lengthen the run"),
    "rules.show": (
        "明牌：发牌前 ×{before}，发牌中 {during}，地主拿底牌后 ×{bottom}；只算最大的。",
        "Showing the hand: ×{before} before the deal, {during} during it, ×{bottom} with the bottom; the largest one.",
    ),
    "rules.double": (
        "拿底牌后各自决定加倍 ×{factor}，只在地主和各农民之间算。",
        "Doubling ×{factor} counts between the landlord and each peasant.",
    ),
    "rules.score": (
        "每个农民付或得一份，地主两份：底分 × 倍数。",
        "Each peasant pays or gets base × multiplier, the landlord the sum.",
    ),
    "rules.bomb_factor": ("每个炸弹 ×{factor}。", "Every bomb ×{factor}."),
    "rules.spring": ("春天 ×{spring}，反春天 ×{anti}。", "Spring ×{spring}, anti-spring ×{anti}."),
    "rules.list_comma": ("、", ", "),
    # the server
    "serve.local": ("本机打开 {url}", "On this machine  {url}"),
    "serve.lan": ("手机和别的电脑打开 {url}", "From a phone     {url}"),
    "serve.scan": ("在同一个网络里，用手机扫这个码：", "In the same network a phone can scan this:"),
    "serve.stop": ("按 Ctrl-C 停下，牌局都会留着。", "Ctrl-C stops it; every game is kept."),
    "serve.port_taken": (
        "端口 {port} 已经有程序在用，用 --port 换一个",
        "port {port} is in use by another program; choose another with --port",
    ),
    "serve.cannot_listen": (
        "不能在 {host} 的端口 {port} 上开：{reason}",
        "cannot listen on {host} port {port}: {reason}",
    ),
}


class Words:
    """The sentences of one language: ``words("ask.bid", values="1 2 3")``."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._place = LANGUAGES.index(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of that key with its places filled; KeyError if there is none."""
        return TEXTS[key][self._place].format(**values)

    def __contains__(self, key: str) -> bool:
        return key in TEXTS

    def listed(self, parts: list[str]) -> str:
        """Several things in a row, with the comma of the language."""
        return self("rules.list_comma").join(parts)

    def title(self, titles: Mapping[str, str]) -> str:
        """The title in this language, or in English where there is none."""
        return titles.get(TITLE_TAGS[self.language], titles["en"])


def language_of(environment: Mapping[str, str]) -> Language:
    """Chinese where the locale of an environment says so, English else."""
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "zh" if locale.lower().startswith("zh") else "en"
