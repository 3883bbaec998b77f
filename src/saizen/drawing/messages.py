"""The words of saizen in English and Japanese."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

__all__ = ["MESSAGES", "Language", "translate"]

Language: TypeAlias = Literal["en", "ja"]

# Each message in both languages; the words in braces are filled in.
MESSAGES: Mapping[str, Mapping[Language, str]] = {
    "to_move": {"en": "{side} to move", "ja": "{side}の番"},
    "many_moves": {"en": "{count} legal moves", "ja": "合法手 {count} 手"},
    "legal": {"en": "legal: {moves}", "ja": "合法手: {moves}"},
    "side_black": {"en": "black", "ja": "黒"},
    "side_white": {"en": "white", "ja": "白"},
    "side_first": {"en": "first", "ja": "先手"},
    "side_second": {"en": "second", "ja": "後手"},
    "draw": {"en": "a draw", "ja": "引き分け"},
    "wins": {"en": "{side} wins", "ja": "{side}の勝ち"},
    "plays": {"en": "{side} ({player}) plays {move}", "ja": "{side} ({player}) の手: {move}"},
    "your_move": {"en": "{side}, your move: ", "ja": "{side}、あなたの番です: "},
    "must_pass": {
        "en": "{side} cannot move: type pass or press Enter",
        "ja": "{side}は打てる場所がありません: pass と入力するか Enter を押してください",
    },
    "result": {"en": "Result: {result}", "ja": "結果: {result}"},
    "moves_were": {"en": "Moves: {moves}", "ja": "棋譜: {moves}"},
    "saved": {
        "en": "Game saved to {path}; go on with: saizen play --load {path}",
        "ja": "対局を {path} に保存しました。再開: saizen play --load {path}",
    },
    "loaded": {"en": "Game loaded from {path}", "ja": "対局を {path} から読み込みました"},
    "not_saved": {
        "en": "Could not save the game ({reason}); its moves: {moves}",
        "ja": "保存できませんでした ({reason})。棋譜: {moves}",
    },
    "nothing_to_undo": {"en": "There is no move of yours to take back", "ja": "取り消せる手がありません"},
    "nothing_to_redo": {"en": "There is no move to play again", "ja": "やり直せる手がありません"},
    "evaluation": {"en": "{name}: {value} for {side}", "ja": "{name}: {side}から見て {value}"},
    "help": {
        "en": (
            "Type a move such as {example}, or one of:\n"
            "  undo   take back your last move      redo   play it again\n"
            "  hint   value the moves               eval   judge the position\n"
            "  save [FILE]  load [FILE]             moves  show the moves so far\n"
            "  help   show this                     quit   leave; the game is saved"
        ),
        "ja": (
            "{example} のように手を入力するか、次のどれかを:\n"
            "  undo   一手戻す                      redo   やり直す\n"
            "  hint   各手の評価値                  eval   局面の評価\n"
            "  save [FILE]  load [FILE]             moves  ここまでの棋譜\n"
            "  help   この説明                      quit   終了 (対局は保存されます)"
        ),
    },
    "best_move": {"en": "Best: {move} ({value}, {source})", "ja": "最善手: {move} ({value}、{source})"},
    "source_exact": {"en": "exact", "ja": "完全読み"},
    "source_bound": {"en": "a bound", "ja": "範囲のみ"},
    "source_search": {"en": "depth {depth}", "ja": "深さ {depth}"},
    "source_selective": {"en": "depth {depth}, {selectivity} %", "ja": "深さ {depth}、{selectivity} %"},
    "source_book": {"en": "book", "ja": "定石"},
    "source_book_search": {"en": "book, {searched}", "ja": "定石、{searched}"},
    "game_over": {"en": "The game is over: {result}", "ja": "終局: {result}"},
    "exact_value": {"en": "Value: {value} for {side} (exact)", "ja": "値: {side}から見て {value} (完全読み)"},
    "bounded_value": {
        "en": "Value: between {lower} and {upper} for {side}; the limit came first",
        "ja": "値: {side}から見て {lower} から {upper} の間 (制限に達しました)",
    },
    "window_value": {
        "en": "Value: between {lower} and {upper} for {side}, which is all that was asked",
        "ja": "値: {side}から見て {lower} から {upper} の間 (求められた範囲まで)",
    },
    "line": {"en": "Best play: {moves}", "ja": "最善進行: {moves}"},
    "searched": {"en": "{nodes} nodes, {seconds:.3f} s", "ja": "{nodes} 局面、{seconds:.3f} 秒"},
    "final_discs": {"en": "Then black {black}, white {white}", "ja": "結果 黒 {black}、白 {white}"},
    "written": {"en": "Written: {path}", "ja": "書き出しました: {path}"},
    "explain_keys": {
        "en": (
            "Right or n: next step, left or b: back, j: next cut, home or f: first, end or l: last,\n"
            "a number: that step, t: the tree, ?: this, q: leave"
        ),
        "ja": (
            "→ か n: 次へ、← か b: 戻る、j: 次の枝刈りへ、Home か f: 最初、End か l: 最後、\n"
            "数字: そのステップへ、t: 木を表示、?: この説明、q: 終了"
        ),
    },
    "explain_unknown": {
        "en": "{typed} means nothing here; n goes on, b goes back, ? shows more",
        "ja": "{typed} は使えません。n で次へ、b で戻り、? で説明を表示します",
    },
    "same_value": {
        "en": "All finished searches agree on the value {value}",
        "ja": "完了した探索の値はすべて {value} で一致しました",
    },
    "other_value": {"en": "The searches disagree", "ja": "探索の値が一致しません"},
    "none_finished": {"en": "No search finished within its limit", "ja": "制限内に完了した探索がありません"},
    "live": {
        "en": "{source}  value {value}  {line}  {rate} nodes/s",
        "ja": "{source}  値 {value}  {line}  {rate} 局面/秒",
    },
    "live_proof": {
        "en": "{lower}..{upper}  at least {asked}? {done}{left}  {line}  {rate} nodes/s",
        "ja": "{lower}..{upper}  {asked} 以上か {done}{left}  {line}  {rate} 局面/秒",
    },
    "live_left": {"en": ", perhaps {time} more", "ja": " (推定あと {time})"},
    "contest_live": {
        "en": "{played} of {total} games  {score}{elo} about {left} left",
        "ja": "{total} 局中 {played} 局  {score}{elo} あと約 {left}",
    },
    "contest_resume": {
        "en": "The journal keeps these games: the same command goes on from here",
        "ja": "対局は記録されています。同じコマンドで続きから再開できます",
    },
    "tournament_points": {"en": "points", "ja": "得点"},
    "match_title": {"en": "{one} against {two}: {games} games", "ja": "{one} 対 {two}: {games} 局"},
    "match_all": {
        "en": "  wins, draws, losses   {wins} {draws} {losses}",
        "ja": "  勝ち・引き分け・負け  {wins} {draws} {losses}",
    },
    "match_first": {
        "en": "    moving first        {wins} {draws} {losses}",
        "ja": "    先手のとき          {wins} {draws} {losses}",
    },
    "match_second": {
        "en": "    moving second       {wins} {draws} {losses}",
        "ja": "    後手のとき          {wins} {draws} {losses}",
    },
    "match_score": {
        "en": "  score                 {score}  (95 %: {low} to {high})",
        "ja": "  得点率                {score}  (95 %: {low} ～ {high})",
    },
    "match_elo": {
        "en": "  Elo                   {elo}  (95 %: {interval})",
        "ja": "  Elo                   {elo}  (95 %: {interval})",
    },
    "match_nelo": {
        "en": "  normalized Elo        {nelo}  (95 %: {interval})",
        "ja": "  正規化 Elo            {nelo}  (95 %: {interval})",
    },
    "match_los": {
        "en": "  probably stronger     {los}",
        "ja": "  強い確率              {los}",
    },
    "match_pairs": {
        "en": "  pairs 0 .5 1 1.5 2    {counts}",
        "ja": "  組 0 .5 1 1.5 2       {counts}",
    },
    "match_sprt": {
        "en": "  SPRT log-likelihood   {llr}  (between {low} and {high})",
        "ja": "  SPRT 対数尤度比       {llr}  ({low} と {high} の間)",
    },
    "match_effort": {
        "en": "  {name}: {time} and {nodes} nodes a move",
        "ja": "  {name}: 一手あたり {time}、{nodes} 局面",
    },
    "match_faults": {"en": "  {name} failed: {faults}", "ja": "  {name} の失敗: {faults}"},
    "match_reason": {"en": "  ended                 {reason}", "ja": "  終了                  {reason}"},
    "textbook_no_input": {"en": "No more input: the game ends here", "ja": "入力が終わったので、ここで終了します"},
    "textbook_must_pass": {
        "en": "You cannot turn over a disc: type pass",
        "ja": "裏返せる石がありません: pass と入力してください",
    },
    "textbook_cannot_pass": {
        "en": "You may not pass while you can move; legal: {legal}",
        "ja": "打てる場所があるのでパスはできません。合法手: {legal}",
    },
    "textbook_turns_nothing": {
        "en": "{move} turns over no disc; legal: {legal}",
        "ja": "{move} では石を裏返せません。合法手: {legal}",
    },
    "textbook_machine_passes": {"en": "WHITE passes", "ja": "白はパスです"},
    "textbook_best_result": {"en": "Best result for {side}: {result}", "ja": "{side} の最善の結果: {result}"},
    "textbook_record": {
        "en": "{name} as {side}: won {won}, drawn {drawn}, lost {lost}",
        "ja": "{name} ({side}): {won} 勝 {drawn} 分 {lost} 敗",
    },
    "textbook_lost_game": {"en": "Lost by {name} as {side}: {line}", "ja": "{name} ({side}) が負けた対局: {line}"},
    "textbook_example": {
        "en": "Minimax takes move {choice}, as the table says; the document's text takes the 4th",
        "ja": "表のとおり、ミニマックスは {choice} 番目の手を選びます (文書の本文は 4 番目)",
    },
    "textbook_repeats": {
        "en": "Neither player is random: all {games} games are the same game",
        "ja": "両者とも乱数を使わないため、{games} 局とも同じ対局になります",
    },
    "textbook_counting": {
        "en": "Games won of {games} against random; black moves first, a draw counts as not won",
        "ja": "ランダムとの {games} 局の勝率 (黒が先手、引き分けは勝ちに数えない)",
    },
    "textbook_document": {"en": "document", "ja": "文書"},
    "textbook_here": {"en": "here", "ja": "実測"},
    "textbook_interval": {"en": "95 % interval", "ja": "95 % 区間"},
    "textbook_cell": {"en": "{name} as {side}", "ja": "{name} ({side})"},
    "textbook_not_reproduced": {
        "en": "Not reproduced: {name} as {side}. The document has {document}, we have {here}",
        "ja": "再現しない: {name} ({side})。文書では {document}、実測は {here} です",
    },
    "textbook_others_fit": {
        "en": "The other cells differ by no more than chance allows (Fisher's exact test, 95 % for all six together)",
        "ja": "ほかの欄の差は偶然の範囲内です (フィッシャーの正確確率検定、6 欄全体で 95 %)",
    },
    "textbook_all_fit": {
        "en": "All cells differ by no more than chance allows (Fisher's exact test, 95 % for all six together)",
        "ja": "どの欄の差も偶然の範囲内です (フィッシャーの正確確率検定、6 欄全体で 95 %)",
    },
}


def translate(language: Language, key: str, **values: object) -> str:
    """Return a message with its blanks filled in."""
    return MESSAGES[key][language].format(**values)
