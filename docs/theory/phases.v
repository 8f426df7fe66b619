(* Phases of NIM with Cash: what their certificates rest on, the theorem of docs/theory/nim-with-cash.md ("One position,
   however large") and theorem 4 of docs/win-conditions.md (section 11).

     excess          who wins: the mover if and only if d >= T_m(x), with x = min(n, d + e) and m = max(0, d + e - n)
     T_unique        the recurrence of T_m has one solution
     T_exists        ... and it has one
     values          (V): where some move's V and S are the largest, both, T = X + from + 1 - V + (X' + modulus - S) k
     values_none     (V) where no move is there: the maximum of nothing is 0
     phase           (P) for one k: what rises evenly goes on as long as no move overtakes, N periods
     phase_endless   (P) of a last phase: for ever, when no move rises faster
     theorem_4       what a leaf of a certificate tells is T_m(x), for all k, value by value and phase by phase
     theorem_4_phase, theorem_4_last   ... and in a phase T_m(y + t p) = T_m(y) + t r(y), in the last one for all t
     every_m         every m is in a leaf, whatever the tree

   Compiled by `make coq` with the Coq of Debian 12 (8.16), without axioms. *)

From Coq Require Import Arith Bool List Lia ZArith.
Import ListNotations.
Local Coercion Z.of_nat : nat >-> Z.
Open Scope Z_scope.

(* ---- The largest of some values ------------------------------------------------------------------- *)

(* The maximum of nothing is 0; that of others may be negative. *)
Fixpoint most (l : list Z) : Z :=
  match l with [] => 0 | [v] => v | v :: rest => Z.max v (most rest) end.

Lemma most_ge : forall l v, In v l -> v <= most l.
Proof.
  induction l as [|w [|u rest] IH]; intros v H; [easy| |].
  - destruct H as [->|[]]. simpl. lia.
  - change (most (w :: u :: rest)) with (Z.max w (most (u :: rest))).
    destruct H as [->|H]; [lia|]. specialize (IH v H). lia.
Qed.

Lemma most_in : forall l, l <> [] -> In (most l) l.
Proof.
  induction l as [|w [|u rest] IH]; intros H; [easy|now left|].
  change (most (w :: u :: rest)) with (Z.max w (most (u :: rest))).
  destruct (Z.max_spec w (most (u :: rest))) as [[_ ->]|[_ ->]]; [right; now apply IH|now left].
Qed.

Lemma most_is : forall l v, In v l -> (forall w, In w l -> w <= v) -> most l = v.
Proof.
  intros l v Hin Hall. pose proof (most_ge l v Hin).
  assert (Hl : l <> []) by now intros ->. specialize (Hall _ (most_in l Hl)). lia.
Qed.

Section Cash.

  Variable A : list nat.
  Hypothesis positive : forall a, In a A -> (1 <= a)%nat.

  (* ---- The recurrence ----------------------------------------------------------------------------- *)

  (* The values that moves from x lead to; s(x) = x + c - their maximum. T_m is this with c = m + 1. *)
  Definition after (s : nat -> Z) (x : nat) := map (fun a => s (x - a)%nat) (filter (fun a => a <=? x)%nat A).
  Definition follows (c : Z) (s : nat -> Z) := forall x, s x = x + c - most (after s x).

  Lemma in_after : forall s x v, In v (after s x) <-> exists a, In a A /\ (a <= x)%nat /\ s (x - a)%nat = v.
  Proof.
    intros s x v. unfold after. rewrite in_map_iff. split.
    - intros [a [Hv Ha]]. apply filter_In in Ha. destruct Ha as [Ha Hx]. apply Nat.leb_le in Hx. now exists a.
    - intros [a [Ha [Hx Hv]]]. exists a. split; [exact Hv|]. apply filter_In. now rewrite Nat.leb_le.
  Qed.

  Lemma after_agrees : forall s u x, (forall y, (y < x)%nat -> s y = u y) -> after s x = after u x.
  Proof.
    intros s u x H. apply map_ext_in. intros a Ha. apply filter_In in Ha. destruct Ha as [Ha Hx].
    apply Nat.leb_le in Hx. pose proof (positive a Ha). apply H. lia.
  Qed.

  Theorem T_unique : forall c s u, follows c s -> follows c u -> forall x, s x = u x.
  Proof.
    intros c s u Hs Hu x. induction x as [x IH] using lt_wf_ind.
    now rewrite (Hs x), (Hu x), (after_agrees s u x IH).
  Qed.

  Fixpoint run (c : Z) (fuel x : nat) : Z :=
    match fuel with O => 0 | S fuel => x + c - most (after (run c fuel) x) end.

  Lemma run_enough : forall c i j x, (x < i)%nat -> (x < j)%nat -> run c i x = run c j x.
  Proof.
    intros c. induction i as [|i IH]; intros [|j] x Hi Hj; try lia. simpl.
    do 2 f_equal. apply after_agrees. intros y Hy. apply IH; lia.
  Qed.

  Theorem T_exists : forall c, follows c (fun x => run c (S x) x).
  Proof.
    intros c x. change (run c (S x) x) with (x + c - most (after (run c x) x)).
    do 2 f_equal. apply after_agrees. intros y Hy. apply run_enough; lia.
  Qed.

  Variable T : nat -> nat -> Z. (* T_m(x), by m and x *)
  Hypothesis T_is : forall m : nat, follows (m + 1) (T m).

  Lemma T_between : forall m x : nat, 0 <= T m x <= x + m + 1.
  Proof.
    intros m x. induction x as [x IH] using lt_wf_ind. rewrite (T_is m x).
    destruct (after (T m) x) as [|w rest] eqn:E; [simpl; lia|]. rewrite <- E.
    assert (Hin : In (most (after (T m) x)) (after (T m) x)) by (apply most_in; now rewrite E).
    apply in_after in Hin. destruct Hin as [a [Ha [Hx Hv]]].
    pose proof (positive a Ha). specialize (IH (x - a)%nat). lia.
  Qed.

  (* ---- Who wins ----------------------------------------------------------------------------------- *)

  (* The game as in nim_with_cash.v: the player to move has d dollars, the other e; taking a of n stones costs a. *)
  Definition some_move (win : nat -> nat -> nat -> bool) (n d e : nat) :=
    existsb (fun a => (a <=? n)%nat && (a <=? d)%nat && negb (win (n - a)%nat e (d - a)%nat)) A.

  Definition is_win_condition (win : nat -> nat -> nat -> bool) :=
    forall n d e, win n d e = some_move win n d e.

  Theorem excess : forall win, is_win_condition win -> forall n d e : nat,
    let m := (d + e - n)%nat in (* 0 where d + e < n *)
    let x := Nat.min n (d + e) in
    win n d e = true <-> T m x <= d.
  Proof.
    intros win Hwin n. induction n as [n IH] using lt_wf_ind. intros d e m x.
    assert (Hother : forall a, In a A -> (a <= n)%nat -> (a <= d)%nat ->
      win (n - a)%nat e (d - a)%nat = false <-> e < T m (x - a)%nat).
    { intros a Ha Hn Hd. pose proof (positive a Ha). specialize (IH (n - a)%nat ltac:(lia) e (d - a)%nat).
      simpl in IH. replace (e + (d - a) - (n - a))%nat with m in IH by lia.
      replace (Nat.min (n - a) (e + (d - a))) with (x - a)%nat in IH by lia.
      rewrite <- not_true_iff_false, IH. lia. }
    rewrite Hwin. unfold some_move. rewrite existsb_exists, (T_is m x). split.
    - intros [a [Ha H]]. rewrite !andb_true_iff, !Nat.leb_le, negb_true_iff in H. destruct H as [[Hn Hd] H].
      apply (Hother a Ha Hn Hd) in H.
      assert (In (T m (x - a)%nat) (after (T m) x)) as Hin by (apply in_after; exists a; repeat split; [exact Ha|lia]).
      apply most_ge in Hin. lia.
    - intros H. destruct (after (T m) x) as [|w rest] eqn:E; [simpl in H; lia|]. rewrite <- E in H.
      assert (Hin : In (most (after (T m) x)) (after (T m) x)) by (apply most_in; now rewrite E).
      apply in_after in Hin. destruct Hin as [a [Ha [Hx Hv]]]. pose proof (T_between m (x - a)).
      exists a. rewrite !andb_true_iff, !Nat.leb_le, negb_true_iff.
      assert (a <= n /\ a <= d)%nat as [Hn Hd] by lia. repeat split; try assumption. apply Hother; try assumption. lia.
  Qed.

  (* ---- (V): a value ------------------------------------------------------------------------------- *)

  Theorem values : forall (from modulus X X' k : nat) (V S : nat -> Z) (b : nat),
    let m := (from + modulus * k)%nat in
    let x := (X + X' * k)%nat in
    (forall a, In a A -> (a <= x)%nat -> T m (x - a) = V a + S a * k) ->
    In b A -> (b <= x)%nat -> (forall a, In a A -> (a <= x)%nat -> V a <= V b /\ S a <= S b) ->
    T m x = X + from + 1 - V b + (X' + modulus - S b) * k.
  Proof.
    intros from modulus X X' k V S b m x H Hb Hbx Hbest. rewrite (T_is m x).
    rewrite (most_is (after (T m) x) (V b + S b * k)); [lia| |].
    - apply in_after. exists b. auto.
    - intros w Hw. apply in_after in Hw. destruct Hw as [a [Ha [Hx Hv]]].
      rewrite (H a Ha Hx) in Hv. destruct (Hbest a Ha Hx). nia.
  Qed.

  Theorem values_none : forall from modulus X X' k : nat,
    let m := (from + modulus * k)%nat in
    let x := (X + X' * k)%nat in
    (forall a, In a A -> (x < a)%nat) -> T m x = X + from + 1 + (X' + modulus) * k.
  Proof.
    intros from modulus X X' k m x H. rewrite (T_is m x).
    replace (after (T m) x) with (@nil Z); [simpl; lia|].
    destruct (after (T m) x) as [|w rest] eqn:E; [reflexivity|].
    assert (In w (after (T m) x)) as Hw by (rewrite E; now left).
    apply in_after in Hw. destruct Hw as [a [Ha [Hx _]]]. specialize (H a Ha). lia.
  Qed.

  (* ---- (P): a phase ------------------------------------------------------------------------------- *)

  Variable maxA : nat.
  Hypothesis A_up_to : forall a, In a A -> (a <= maxA)%nat.
  Hypothesis A_some : exists a, In a A.

  Section Phase.

    Variable c : Z.
    Variable s : nat -> Z.
    Hypothesis s_is : follows c s.

    Variables p y0 : nat. (* the phase begins at y0 *)
    Hypothesis places : (3 * p + maxA <= y0)%nat.

    Definition rise (y : nat) : Z := s y - s (y - p)%nat.

    Hypothesis even : forall y, (y0 <= y + p + maxA)%nat -> (y < y0)%nat -> rise y = rise (y - p).

    (* By how much the value that a leads to rises faster than the maximum, and how far it is behind. *)
    Definition faster (y a : nat) : Z := rise (y - a) - (p - rise y).
    Definition behind (y a : nat) : Z := most (after s y) - s (y - a)%nat.
    Definition not_overtaken (N : nat) := forall y a, (y0 <= y + p)%nat -> (y < y0)%nat -> In a A ->
      0 < faster y a -> faster y a * N <= behind y a.

    Lemma phase_window : forall N, not_overtaken N -> forall t y, (t <= N)%nat ->
      (y0 <= y + p + maxA)%nat -> (y < y0)%nat -> s (y + t * p)%nat = s y + t * rise y.
    Proof.
      intros N Hnot t. induction t as [|t IHt]; intros y; [intros; simpl; replace (y + 0)%nat with y by lia; lia|].
      induction y as [y IHy] using lt_wf_ind. intros Ht Hfirst Hlast.
      destruct (le_lt_dec y0 (y + p)) as [Hp|Hp].
      - (* one of the last p places: all that the maximum looks at is known by induction *)
        assert (Hrise : forall a, In a A -> s (y + S t * p - a)%nat = s (y - a)%nat + S t * rise (y - a)).
        { intros a Ha. pose proof (positive a Ha). pose proof (A_up_to a Ha).
          rewrite <- IHy; [f_equal| | | |]; lia. }
        set (M := most (after s y)).
        assert (Hbehind : forall a, In a A -> s (y - a)%nat <= M).
        { intros a Ha. pose proof (A_up_to a Ha). apply most_ge, in_after. exists a. repeat split; [exact Ha|lia]. }
        rewrite (s_is (y + S t * p)%nat), (most_is _ (M + S t * (p - rise y))); [rewrite (s_is y); fold M; lia| |].
        + assert (Hin : In M (after s y)).
          { apply most_in. destruct A_some as [b Hb]. pose proof (A_up_to b Hb). intros E.
            apply (in_nil (a := s (y - b)%nat)). rewrite <- E. apply in_after. exists b. repeat split; [exact Hb|lia]. }
          apply in_after in Hin. destruct Hin as [a [Ha [Hy Hv]]].
          apply in_after. exists a. repeat split; [exact Ha|lia|]. rewrite (Hrise a Ha), Hv.
          assert (Hnow : 0 <= faster y a). (* or it would have been above the maximum a period before *)
          { pose proof (A_up_to a Ha).
            assert (s (y - p - a)%nat <= most (after s (y - p))) as Hbefore
              by (apply most_ge, in_after; exists a; repeat split; [exact Ha|lia]).
            pose proof (s_is y) as E. pose proof (s_is (y - p)%nat) as E'. fold M in E. unfold faster, rise in *.
            replace (y - a - p)%nat with (y - p - a)%nat by lia. lia. }
          pose proof (Hnot y a Hp Hlast Ha) as Hover. unfold behind in Hover. fold M in Hover. unfold faster in *. nia.
        + intros w Hw. apply in_after in Hw. destruct Hw as [a [Ha [_ Hv]]]. rewrite (Hrise a Ha) in Hv.
          specialize (Hbehind a Ha). pose proof (Hnot y a Hp Hlast Ha) as Hover.
          unfold behind in Hover. fold M in Hover. unfold faster in *. nia.
      - (* a place before them: the one p on, a period less *)
        pose proof (even (y + p) ltac:(lia) Hp) as E. replace (y + p - p)%nat with y in E by lia.
        replace (y + S t * p)%nat with (y + p + t * p)%nat by lia. rewrite IHt by lia. rewrite E.
        unfold rise at 1 in E. replace (y + p - p)%nat with y in E by lia. lia.
    Qed.

    (* So do the p places before, which is what a phase that follows needs to be seen. *)
    Theorem phase : forall N, not_overtaken N -> forall t y, (t <= N)%nat ->
      (y0 <= y + 2 * p + maxA)%nat -> (y < y0)%nat -> s (y + t * p)%nat = s y + t * rise y.
    Proof.
      intros N Hnot [|t] y Ht Hfirst Hlast; [simpl; replace (y + 0)%nat with y by lia; lia|].
      destruct (le_lt_dec y0 (y + p + maxA)) as [H|H]; [now apply (phase_window N)|].
      destruct (Nat.eq_dec p 0) as [Hp|Hp]; [lia|].
      destruct (le_lt_dec y0 (y + p)) as [H'|H']; [lia|].
      pose proof (even (y + p) ltac:(lia) H') as E. replace (y + p - p)%nat with y in E by lia.
      replace (y + S t * p)%nat with (y + p + t * p)%nat by lia.
      rewrite (phase_window N Hnot) by lia. rewrite E.
      unfold rise at 1 in E. replace (y + p - p)%nat with y in E by lia. lia.
    Qed.

    Theorem phase_endless :
      (forall y a, (y0 <= y + p)%nat -> (y < y0)%nat -> In a A -> faster y a <= 0) ->
      forall t y, (y0 <= y + 2 * p + maxA)%nat -> (y < y0)%nat -> s (y + t * p)%nat = s y + t * rise y.
    Proof.
      intros Hnone t y Hfirst Hlast. apply (phase t); try lia.
      intros z a Hp Hz Ha Hf. specialize (Hnone z a Hp Hz Ha). lia.
    Qed.

  End Phase.

  (* ---- Theorem 4: a leaf -------------------------------------------------------------------------- *)

  Section Leaf.

    Variables from modulus : nat. (* of the class: m = from + modulus k *)

    (* A checker stands at x = X + X' k and holds the last n values, for all k at once: V i + S i k is that at x - i,
       where a move i leads. What follows is all that it does, and reaches. *)
    Definition there (X X' a : nat) := (0 < X')%nat \/ (a <= X)%nat.
    Definition next (v : Z) (V : nat -> Z) (i : nat) := if (i =? 1)%nat then v else V (i - 1)%nat.
    Definition up (V : nat -> Z) (p i : nat) := V i - V (i + p)%nat.

    Definition shows (n : nat) (V S : nat -> Z) (p : nat) := (3 * p + maxA <= n)%nat /\
      forall i, (1 <= i <= p + maxA)%nat -> S i = S (i + p)%nat /\ S i = S (i + 2 * p)%nat /\ up V p i = up V p (i + p).
    Definition f (V : nat -> Z) (p i a : nat) := up V p (i + a) - (p - up V p i).
    Definition lasts (n : nat) (V S : nat -> Z) (p times times' : nat) := shows n V S p /\
      forall i, (1 <= i <= p)%nat -> exists b, In b A /\ forall a, In a A ->
        let g := V (i + b)%nat - V (i + a)%nat in
        let g' := S (i + b)%nat - S (i + a)%nat in
        0 <= g /\ 0 <= g' /\ (0 < f V p i a -> f V p i a * times <= g /\ f V p i a * times' <= g').
    Definition lasts_ever (n : nat) (V S : nat -> Z) (p : nat) := shows n V S p /\
      forall i a, (1 <= i <= p)%nat -> In a A -> f V p i a <= 0.

    Inductive reached : nat -> nat -> nat -> (nat -> Z) -> (nat -> Z) -> Prop :=
    | at_start : forall V S, reached 0 0 0 V S
    | by_value : forall X X' n V S b, reached X X' n V S -> In b A -> there X X' b ->
        (forall a, In a A -> there X X' a -> V a <= V b /\ S a <= S b) ->
        reached (X + 1) X' (n + 1) (next (X + from + 1 - V b) V) (next (X' + modulus - S b) S)
    | by_value_none : forall X X' n V S, reached X X' n V S -> (forall a, In a A -> ~ there X X' a) ->
        reached (X + 1) X' (n + 1) (next (X + from + 1) V) (next (X' + modulus) S)
    | by_phase : forall X X' n V S p times times', reached X X' n V S -> lasts n V S p times times' ->
        reached (X + times * p) (X' + times' * p) (2 * p + maxA)
          (fun i => V i + times * up V p i) (fun i => S i + times' * up V p i).

    Definition told (X X' n : nat) (V S : nat -> Z) := forall k i, (1 <= i <= n)%nat ->
      T (from + modulus * k) (X + X' * k - i) = V i + S i * k.

    Section Told.

      Variables X X' n : nat.
      Variables V S : nat -> Z.
      Hypothesis holds : told X X' n V S.
      Hypothesis far : (n <= X)%nat.
      Variable p : nat.
      Hypothesis period : shows n V S p.
      Variable k : nat.
      Let y0 := (X + X' * k)%nat.
      Let s := T (from + modulus * k).

      Lemma rises : forall i, (1 <= i <= 2 * p + maxA)%nat -> rise s p (y0 - i) = up V p i.
      Proof.
        intros i Hi. destruct period as [Hn Hall]. unfold rise.
        replace (y0 - i - p)%nat with (y0 - (i + p))%nat by lia.
        unfold s, y0. rewrite !holds by lia. unfold up.
        assert (S i = S (i + p)%nat) as ->; [|lia].
        destruct (le_lt_dec i (p + maxA)) as [H|H]; [apply Hall; lia|].
        destruct (Nat.eq_dec p 0) as [->|Hp]; [now rewrite Nat.add_0_r|].
        destruct (Hall (i - p)%nat ltac:(lia)) as [E [E' _]].
        replace (i - p + p)%nat with i in E by lia. replace (i - p + 2 * p)%nat with (i + p)%nat in E' by lia. congruence.
      Qed.

      Lemma is_even : forall y, (y0 <= y + p + maxA)%nat -> (y < y0)%nat -> rise s p y = rise s p (y - p).
      Proof.
        intros y Hfirst Hlast. replace (y - p)%nat with (y0 - (y0 - y + p))%nat by lia.
        replace y with (y0 - (y0 - y))%nat at 1 by lia. rewrite !rises by lia. apply period. lia.
      Qed.

      Lemma goes_on : forall N, not_overtaken s p y0 N -> forall t i, (t <= N)%nat -> (1 <= i <= 2 * p + maxA)%nat ->
        s (y0 - i + t * p)%nat = V i + S i * k + t * up V p i.
      Proof.
        intros N Hnot t i Ht Hi. destruct period as [Hn _].
        rewrite (phase (from + modulus * k + 1)%nat s) with (y0 := y0) (N := N); try assumption; try (unfold y0; lia).
        - rewrite rises by lia. unfold s, y0. rewrite holds by lia. reflexivity.
        - intros x. rewrite Nat2Z.inj_add. apply T_is.
        - apply is_even.
      Qed.

      Lemma faster_is : forall i a, (1 <= i <= p)%nat -> In a A -> faster s p (y0 - i) a = f V p i a.
      Proof.
        intros i a Hi Ha. pose proof (A_up_to a Ha). unfold faster, f.
        replace (y0 - i - a)%nat with (y0 - (i + a))%nat by lia. now rewrite !rises by lia.
      Qed.

      Lemma last_goes_on : (forall i a, (1 <= i <= p)%nat -> In a A -> f V p i a <= 0) ->
        forall t i, (1 <= i <= 2 * p + maxA)%nat -> s (y0 - i + t * p)%nat = V i + S i * k + t * up V p i.
      Proof.
        intros Hnone t i Hi. apply (goes_on t); try lia. intros y a Hp Hy Ha Hf. exfalso.
        replace y with (y0 - (y0 - y))%nat in Hf by lia. rewrite faster_is in Hf by (assumption || lia).
        specialize (Hnone (y0 - y)%nat a ltac:(lia) Ha). lia.
      Qed.

      Lemma phase_goes_on : forall times times', lasts n V S p times times' ->
        forall t i, (t <= times + times' * k)%nat -> (1 <= i <= 2 * p + maxA)%nat ->
        s (y0 - i + t * p)%nat = V i + S i * k + t * up V p i.
      Proof.
        intros times times' [_ Hall] t i Ht Hi. apply (goes_on (times + times' * k)); try assumption.
        intros y a Hp Hy Ha Hf. destruct period as [Hn _].
        replace y with (y0 - (y0 - y))%nat in * by lia. set (j := (y0 - y)%nat) in *.
        assert (Hj : (1 <= j <= p)%nat) by lia. rewrite faster_is in * by assumption.
        assert (Hvalue : forall c, In c A -> s (y0 - j - c)%nat = V (j + c)%nat + S (j + c)%nat * k).
        { intros c Hc. pose proof (A_up_to c Hc). replace (y0 - j - c)%nat with (y0 - (j + c))%nat by lia. apply holds. lia. }
        destruct (Hall j Hj) as [b [Hb Hbest]]. unfold behind.
        rewrite (most_is _ (V (j + b)%nat + S (j + b)%nat * k)), (Hvalue a Ha).
        - destruct (Hbest a Ha) as [_ [_ H]]. destruct (H Hf) as [H1 H2]. rewrite Nat2Z.inj_add, Nat2Z.inj_mul. nia.
        - apply in_after. exists b. pose proof (A_up_to b Hb). repeat split; [exact Hb|unfold y0 in *; lia|now apply Hvalue].
        - intros w Hw. apply in_after in Hw. destruct Hw as [c [Hc [_ Hv]]]. rewrite (Hvalue c Hc) in Hv.
          destruct (Hbest c Hc) as [H1 [H2 _]]. nia.
      Qed.

    End Told.

    Lemma reached_far : forall X X' n V S, reached X X' n V S -> (n <= X)%nat /\ (n = X /\ X' = 0 \/ maxA <= n)%nat.
    Proof. intros X X' n V S H. induction H; try (destruct H0 as [[Hn _] _]); nia. Qed.

    Theorem theorem_4 : forall X X' n V S, reached X X' n V S -> told X X' n V S.
    Proof.
      intros X X' n V S H. induction H; intros k i Hi.
      - lia.
      - destruct (reached_far _ _ _ _ _ H) as [Hfar Hn]. unfold next. destruct (i =? 1)%nat eqn:E.
        + apply Nat.eqb_eq in E. subst i. replace (X + 1 + X' * k - 1)%nat with (X + X' * k)%nat by lia.
          assert (Hthere : forall a, In a A -> (a <= X + X' * k)%nat -> there X X' a) by (intros a _ Ha; unfold there; nia).
          apply (values from modulus X X' k V S b); auto.
          * intros a Ha Hx. pose proof (positive a Ha). pose proof (A_up_to a Ha). apply IHreached.
            destruct (Hthere a Ha Hx); lia.
          * pose proof (A_up_to b H0). unfold there in H1. lia.
        + apply Nat.eqb_neq in E. rewrite <- IHreached by lia. f_equal. lia.
      - destruct (reached_far _ _ _ _ _ H) as [Hfar Hn]. unfold next. destruct (i =? 1)%nat eqn:E.
        + apply Nat.eqb_eq in E. subst i. replace (X + 1 + X' * k - 1)%nat with (X + X' * k)%nat by lia.
          apply values_none. intros a Ha. specialize (H0 a Ha). unfold there in H0. assert (X' = 0%nat) as -> by lia. lia.
        + apply Nat.eqb_neq in E. rewrite <- IHreached by lia. f_equal. lia.
      - destruct (reached_far _ _ _ _ _ H) as [Hfar Hn]. pose proof H0 as [Hshows _]. pose proof Hshows as [Hheld _].
        replace (X + times * p + (X' + times' * p) * k - i)%nat with (X + X' * k - i + (times + times' * k) * p)%nat by nia.
        rewrite (phase_goes_on X X' n V S IHreached Hfar p Hshows k times times' H0) by lia.
        rewrite Nat2Z.inj_add, Nat2Z.inj_mul. ring.
    Qed.

    Theorem theorem_4_phase : forall X X' n V S p times times', reached X X' n V S -> lasts n V S p times times' ->
      forall k t i, (t <= times + times' * k)%nat -> (1 <= i <= 2 * p + maxA)%nat ->
      T (from + modulus * k) (X + X' * k - i + t * p) = V i + S i * k + t * up V p i.
    Proof.
      intros X X' n V S p times times' H Hl k t i Ht Hi.
      pose proof (theorem_4 _ _ _ _ _ H) as Htold. destruct (reached_far _ _ _ _ _ H) as [Hfar _].
      apply (phase_goes_on X X' n V S Htold Hfar p (proj1 Hl) k times times'); assumption.
    Qed.

    Theorem theorem_4_last : forall X X' n V S p, reached X X' n V S -> lasts_ever n V S p ->
      forall k t i, (1 <= i <= 2 * p + maxA)%nat ->
      T (from + modulus * k) (X + X' * k - i + t * p) = V i + S i * k + t * up V p i.
    Proof.
      intros X X' n V S p H Hl k t i Hi.
      pose proof (theorem_4 _ _ _ _ _ H) as Htold. destruct (reached_far _ _ _ _ _ H) as [Hfar _].
      apply (last_goes_on X X' n V S Htold Hfar p (proj1 Hl) k); [apply Hl|exact Hi].
    Qed.

  End Leaf.

End Cash.

(* ---- The tree of classes -------------------------------------------------------------------------- *)

Inductive tree :=
| leaf
| split (q : nat) (some : (1 <= q)%nat) (part : nat -> tree)
| first (j : nat) (rest : tree).

(* The leaves of a tree whose root is from + modulus k, as (from, modulus); of a single m the modulus is 0. *)
Open Scope nat_scope.
Inductive in_tree : tree -> nat -> nat -> nat -> nat -> Prop :=
| in_leaf : forall f q, in_tree leaf f q f q
| in_split : forall n some part f q i f' q',
    i < n -> in_tree (part i) (f + i * q) (n * q) f' q' -> in_tree (split n some part) f q f' q'
| in_first : forall j rest f q i, i < j -> in_tree (first j rest) f q (f + i * q) 0
| in_rest : forall j rest f q f' q', in_tree rest (f + j * q) q f' q' -> in_tree (first j rest) f q f' q'.

Theorem every_m : forall (t : tree) (m : nat), exists from modulus k, in_tree t 0 1 from modulus /\ m = from + modulus * k.
Proof.
  assert (H : forall t f q k, exists f' q' k', in_tree t f q f' q' /\ f + q * k = f' + q' * k').
  { induction t as [|n some part IH|j rest IH]; intros f q k.
    - exists f, q, k. split; [constructor|reflexivity].
    - destruct (IH (k mod n) (f + (k mod n) * q) (n * q) (k / n)) as [f' [q' [k' [Hin E]]]].
      exists f', q', k'. split.
      + apply in_split with (k mod n); [apply Nat.mod_upper_bound; lia|exact Hin].
      + rewrite <- E. pose proof (Nat.div_mod k n ltac:(lia)). nia.
    - destruct (le_lt_dec j k) as [Hk|Hk].
      + destruct (IH (f + j * q) q (k - j)) as [f' [q' [k' [Hin E]]]].
        exists f', q', k'. split; [now apply in_rest|]. rewrite <- E. nia.
      + exists (f + k * q), 0, 0. split; [now apply in_first|lia]. }
  intros t m. destruct (H t 0 1 m) as [f [q [k [Hin E]]]]. exists f, q, k. split; [exact Hin|lia].
Qed.

Print Assumptions T_unique.
Print Assumptions T_exists.
Print Assumptions excess.
Print Assumptions values.
Print Assumptions values_none.
Print Assumptions phase.
Print Assumptions phase_endless.
Print Assumptions theorem_4.
Print Assumptions theorem_4_phase.
Print Assumptions theorem_4_last.
Print Assumptions every_m.
