(* Closed forms proved by machine: what certificates of theorems rest on. The statements are those of
   docs/theory/automatic-games.md; both checkers verify their hypotheses, and nothing else.

   Compiled by `make coq` with the Coq of Debian 12 (8.16), without axioms. *)

From Coq Require Import Arith Bool List Lia ZArith.
Import ListNotations.

(* ---- Games ---------------------------------------------------------------------------------------- *)

Section Game.

  (* Positions, of which those in D are played; two kinds of ends; moves; a rank that falls. *)
  Variable position : Type.
  Variable D end_P end_N : position -> bool.
  Variable move : position -> position -> Prop.
  Variable rank : position -> nat.

  Definition live p := D p = true /\ end_P p = false /\ end_N p = false.

  Hypothesis ends_apart : forall p, end_P p = true -> end_N p = false.
  Hypothesis moves_stay : forall p q, live p -> move p q -> D q = true.
  Hypothesis rank_falls : forall p q, live p -> move p q -> rank q < rank p.

  (* Who wins, by play: the player to move has lost, or has won. *)
  Inductive lost : position -> Prop :=
  | lost_at_end : forall p, end_P p = true -> lost p
  | lost_by_play : forall p, live p -> (forall q, move p q -> won q) -> lost p
  with won : position -> Prop :=
  | won_at_end : forall p, end_N p = true -> won p
  | won_by_play : forall p q, live p -> move p q -> lost q -> won p.

  Lemma not_both : forall n p, rank p < n -> D p = true -> lost p -> won p -> False.
  Proof.
    induction n as [|n IH]; intros p Hr HD Hl Hw; [lia|].
    destruct Hl as [p Hend | p Hlive Hall]; destruct Hw as [p' Hend' | p' q Hlive' Hm Hq].
    - rewrite (ends_apart _ Hend) in Hend'. discriminate.
    - destruct Hlive' as [_ [H _]]. rewrite H in Hend. discriminate.
    - destruct Hlive as [_ [_ H]]. rewrite H in Hend'. discriminate.
    - pose proof (rank_falls _ _ Hlive Hm). pose proof (moves_stay _ _ Hlive Hm).
      apply (IH q); auto; lia.
  Qed.

  (* A set of positions, as an automaton decides it, and what is asked of it. *)
  Variable P : position -> bool.

  Definition O1 := forall p, D p = true ->
    (end_P p = true -> P p = true) /\ (end_N p = true -> P p = false).
  Definition O2 := forall p q, live p -> P p = true -> move p q -> P q = false.
  Definition O4 := forall p, live p -> P p = false -> exists q, move p q /\ P q = true.

  (* Theorem A. P is the set of P-positions if and only if O1, O2 and O4 hold. *)
  Lemma decides : O1 -> O2 -> O4 -> forall n p, rank p < n -> D p = true ->
    if P p then lost p else won p.
  Proof.
    intros H1 H2 H4. induction n as [|n IH]; intros p Hr HD; [lia|].
    destruct (H1 p HD) as [HP HN].
    destruct (end_P p) eqn:EP.
    { rewrite (HP eq_refl). now apply lost_at_end. }
    destruct (end_N p) eqn:EN.
    { rewrite (HN eq_refl). now apply won_at_end. }
    assert (Hlive : live p) by (repeat split; assumption).
    destruct (P p) eqn:EPp.
    - apply lost_by_play; [assumption|]. intros q Hm.
      pose proof (rank_falls _ _ Hlive Hm). pose proof (moves_stay _ _ Hlive Hm).
      specialize (IH q). rewrite (H2 p q Hlive EPp Hm) in IH. apply IH; auto; lia.
    - destruct (H4 p Hlive EPp) as [q [Hm HPq]].
      pose proof (rank_falls _ _ Hlive Hm). pose proof (moves_stay _ _ Hlive Hm).
      specialize (IH q). rewrite HPq in IH.
      apply (won_by_play p q); auto. apply IH; auto; lia.
  Qed.

  Theorem A_sufficient : O1 -> O2 -> O4 -> forall p, D p = true -> (P p = true <-> lost p).
  Proof.
    intros H1 H2 H4 p HD. pose proof (decides H1 H2 H4 (S (rank p)) p (le_n _) HD) as H.
    split; intros Hp.
    - now rewrite Hp in H.
    - destruct (P p) eqn:E; [reflexivity|]. exfalso.
      apply (not_both (S (rank p)) p); auto.
  Qed.

  Theorem A_necessary : (forall p, D p = true -> (P p = true <-> lost p)) ->
    (forall p, D p = true -> lost p \/ won p) -> O1 /\ O2 /\ O4.
  Proof.
    intros H Hdet.
    assert (Hfalse : forall p, D p = true -> won p -> P p = false).
    { intros p HD Hw. destruct (P p) eqn:E; [|reflexivity]. exfalso.
      apply (not_both (S (rank p)) p); auto. now apply H. }
    repeat split.
    - intros HE. apply H; auto. now apply lost_at_end.
    - intros HE. apply Hfalse; auto. now apply won_at_end.
    - intros p q Hlive HP Hm. destruct (proj1 (H p (proj1 Hlive)) HP) as [p Hend | p _ Hall].
      + destruct Hlive as [_ [E _]]. rewrite E in Hend. discriminate.
      + apply Hfalse; [now apply (moves_stay p)|auto].
    - intros p Hlive HP. destruct (Hdet p (proj1 Hlive)) as [Hl|Hw].
      + apply H in Hl; [|apply Hlive]. rewrite HP in Hl. discriminate.
      + destruct Hw as [p Hend | p q _ Hm Hq].
        * destruct Hlive as [_ [_ E]]. rewrite E in Hend. discriminate.
        * exists q. split; [assumption|]. apply H; [now apply (moves_stay p)|assumption].
  Qed.

  (* ---- Winning moves -------------------------------------------------------------------------------- *)

  (* Moves c with parameters u: guards and targets; K tells of some of them that they win. *)
  Variable choice : Type.
  Variable guard : position -> choice -> Prop.
  Variable target : position -> choice -> position.
  Hypothesis moves_are : forall p q, move p q <-> exists c, guard p c /\ q = target p c.
  Variable K : position -> choice -> bool.

  Definition O3 := forall p c, K p c = true -> guard p c /\ P (target p c) = true.

  (* The choices that are counted at p: those whose numbers are as long as p with its padding. *)
  Variable counted : position -> list choice.
  Definition accepted p := length (filter (K p) (counted p)).
  Definition O4' := forall p, live p -> P p = false -> Nat.odd (accepted p) = true.

  (* Theorem B. O3 and O4' imply O4. *)
  Theorem B : O3 -> O4' -> O4.
  Proof.
    intros H3 H4' p Hlive HP. specialize (H4' p Hlive HP). unfold accepted in H4'.
    destruct (filter (K p) (counted p)) as [|c rest] eqn:E; [discriminate|].
    assert (Hc : In c (filter (K p) (counted p))) by (rewrite E; now left).
    apply filter_In in Hc. destruct (H3 p c (proj2 Hc)) as [Hg Ht].
    exists (target p c). split; [|assumption]. apply moves_are. now exists c.
  Qed.

  (* What a certificate says, in one line: the conditions of the checkers give the set of P-positions. *)
  Theorem certificate : O1 -> O2 -> O3 -> O4' -> forall p, D p = true -> (P p = true <-> lost p).
  Proof. intros H1 H2 H3 H4. apply A_sufficient; auto. now apply B. Qed.

End Game.

(* ---- Fewer positions ------------------------------------------------------------------------------- *)

(* The last number of a position is a limit x on the move, on which no target depends, and what is legal with x is
   legal with x + 1. Then O4 need be asked only where x is the first with which the position is not settled. *)
Section Limits.

  Variable rest choice : Type.
  Variable legal : rest -> nat -> choice -> Prop.
  Variable into_P : rest -> choice -> Prop. (* the target is in P *)
  Variable settled : rest -> nat -> bool.
  Hypothesis more_is_legal : forall p x c, legal p x c -> legal p (S x) c.

  Definition first_unsettled p x :=
    settled p x = false /\ match x with 0 => True | S y => settled p y = true end.
  Definition new p x c := match x with 0 => True | S y => ~ legal p y c end.

  Definition O4_all := forall p x, settled p x = false -> exists c, legal p x c /\ into_P p c.
  Definition O4x := forall p x, first_unsettled p x -> exists c, legal p x c /\ new p x c /\ into_P p c.

  Theorem fewer_positions : O4x -> O4_all.
  Proof.
    intros H p x. induction x as [|x IH]; intros Hx.
    - destruct (H p 0 (conj Hx I)) as [c [Hl [_ Hc]]]. now exists c.
    - destruct (settled p x) eqn:E.
      + destruct (H p (S x) (conj Hx E)) as [c [Hl [_ Hc]]]. now exists c.
      + destruct (IH eq_refl) as [c [Hl Hc]]. exists c. auto.
  Qed.

  (* Of a settled position no legal move leads into P, which is O2: then nothing is lost. *)
  Theorem fewer_positions_necessary :
    (forall p x c, settled p x = true -> legal p x c -> ~ into_P p c) -> O4_all -> O4x.
  Proof.
    intros H2 H p x [Hx Hbefore]. destruct (H p x Hx) as [c [Hl Hc]]. exists c. repeat split; auto.
    destruct x as [|y]; simpl; [exact I|]. intros Hy. exact (H2 p y c Hbefore Hy Hc).
  Qed.

End Limits.

(* ---- Words that are accepted ------------------------------------------------------------------------ *)

(* That no vector is in a set, or in some and not in others: the states that are reached, of automata side by side,
   are found, and none of them accepts. *)
Section Reached.

  Variable state letter : Type.
  Variable next : state -> letter -> state.
  Variable accepts : state -> bool.
  Variable found : state -> Prop.

  Theorem none_accepted : forall first,
    found first ->
    (forall s a, found s -> found (next s a)) ->
    (forall s, found s -> accepts s = false) ->
    forall word, accepts (fold_left next word first) = false.
  Proof.
    intros first Hfirst Hnext Hnone word. apply Hnone. revert first Hfirst.
    induction word as [|a word IH]; intros first Hfirst; simpl; [assumption|]. apply IH. now apply Hnext.
  Qed.

  (* One that is left out because it never gets to an accepting state may be. *)
  Theorem none_accepted_but_hopeless : forall (hopeless : state -> Prop) first,
    (forall s, hopeless s -> accepts s = false /\ forall a, hopeless (next s a)) ->
    found first \/ hopeless first ->
    (forall s a, found s -> found (next s a) \/ hopeless (next s a)) ->
    (forall s, found s -> accepts s = false) ->
    forall word, accepts (fold_left next word first) = false.
  Proof.
    intros hopeless first Hhopeless Hfirst Hnext Hnone word.
    assert (Hend : found (fold_left next word first) \/ hopeless (fold_left next word first)).
    { revert first Hfirst. induction word as [|a word IH]; intros first Hfirst; simpl; [assumption|].
      apply IH. destruct Hfirst as [H|H]; [now apply Hnext|right; now apply Hhopeless]. }
    destruct Hend as [H|H]; [now apply Hnone|now apply Hhopeless].
  Qed.

End Reached.

(* ---- Linear terms ----------------------------------------------------------------------------------- *)

(* The n digits to come of each track are worth 0 to u - 1, u the weight of the next digit (greedy words): so what
   they add to a term is between least (u - 1) and most (u - 1), the sums of its negative and positive coefficients. *)
Section Linear.
  Open Scope Z_scope.

  Definition added := fold_right (fun (ax : Z * Z) total => fst ax * snd ax + total) 0.
  Definition least := fold_right (fun (ax : Z * Z) total => Z.min (fst ax) 0 + total) 0.
  Definition most := fold_right (fun (ax : Z * Z) total => Z.max (fst ax) 0 + total) 0.

  Theorem term_between : forall u tracks,
    (forall a x, In (a, x) tracks -> 0 <= x <= u - 1) ->
    least tracks * (u - 1) <= added tracks <= most tracks * (u - 1).
  Proof.
    intros u tracks. induction tracks as [|[a x] tracks IH]; intros H; simpl; [lia|].
    assert (Hx : 0 <= x <= u - 1) by (apply (H a); now left).
    assert (Hrest : least tracks * (u - 1) <= added tracks <= most tracks * (u - 1)).
    { apply IH. intros b y Hy. apply (H b). now right. }
    assert (Hlow : Z.min a 0 * (u - 1) <= a * x) by (destruct (Z.min_spec a 0) as [[? E]|[? E]]; rewrite E; nia).
    assert (Hhigh : a * x <= Z.max a 0 * (u - 1)) by (destruct (Z.max_spec a 0) as [[? E]|[? E]]; rewrite E; nia).
    nia.
  Qed.

End Linear.

(* ---- Parity of the number of runs ----------------------------------------------------------------- *)

(* O4' is an equality of two series over GF(2): their sum has a linear representation, row vectors v that a
   letter a takes to step a v, and `final` is 0 on each that is reached. Checked on a set of vectors that
   spans all of them: Schuetzenberger 1961; the basis the checkers find by elimination. *)
Section Parity.

  Variable vector letter : Type.
  Variable zero : vector.
  Variable add : vector -> vector -> vector.
  Variable step : letter -> vector -> vector.
  Variable final : vector -> bool.

  Hypothesis step_zero : forall a, step a zero = zero.
  Hypothesis step_add : forall a v w, step a (add v w) = add (step a v) (step a w).
  Hypothesis final_zero : final zero = false.
  Hypothesis final_add : forall v w, final (add v w) = xorb (final v) (final w).

  Variable basis : list vector.

  Inductive spanned : vector -> Prop :=
  | spanned_zero : spanned zero
  | spanned_basis : forall v, In v basis -> spanned v
  | spanned_add : forall v w, spanned v -> spanned w -> spanned (add v w).

  Definition run := fold_left (fun v a => step a v).

  Theorem parity : forall first,
    spanned first ->
    (forall v a, In v basis -> spanned (step a v)) ->
    (forall v, In v basis -> final v = false) ->
    forall word, final (run word first) = false.
  Proof.
    intros first Hfirst Hstep Hfinal.
    assert (Hclosed : forall v, spanned v -> forall a, spanned (step a v)).
    { intros v Hv. induction Hv as [|v Hin|v w _ IHv _ IHw]; intros a.
      - rewrite step_zero. constructor.
      - now apply Hstep.
      - rewrite step_add. apply spanned_add; [apply IHv|apply IHw]. }
    assert (Hnone : forall v, spanned v -> final v = false).
    { intros v Hv. induction Hv as [|v Hin|v w _ IHv _ IHw].
      - apply final_zero.
      - now apply Hfinal.
      - now rewrite final_add, IHv, IHw. }
    intros word. apply Hnone. revert first Hfirst.
    induction word as [|a word IH]; intros first Hfirst; simpl; [assumption|].
    apply IH. now apply Hclosed.
  Qed.

End Parity.

(* ---- Nim values ----------------------------------------------------------------------------------- *)

(* The set {(p, v)} as an automaton V: no option has the same value, and each smaller value is that of one. *)
Section NimValues.

  Variable position : Type.
  Variable move : position -> position -> Prop.
  Variable rank : position -> nat.
  Hypothesis rank_falls : forall p q, move p q -> rank q < rank p.

  Definition is_mex (values : nat -> Prop) v := ~ values v /\ forall w, w < v -> values w.

  Lemma mex_unique : forall values v w, is_mex values v -> is_mex values w -> v = w.
  Proof.
    intros values v w [Hv Hv'] [Hw Hw'].
    destruct (lt_eq_lt_dec v w) as [[H|H]|H]; [|assumption|]; exfalso; auto.
  Qed.

  (* g is the nim value when it is the mex of its options' everywhere. *)
  Definition is_nim_value (g : position -> nat -> Prop) :=
    forall p v, g p v <-> is_mex (fun w => exists q, move p q /\ g q w) v.

  Theorem nim_values_unique : forall g h, is_nim_value g -> is_nim_value h ->
    forall p v, g p v <-> h p v.
  Proof.
    intros g h Hg Hh.
    assert (H : forall n p, rank p < n -> forall v, g p v <-> h p v).
    { induction n as [|n IH]; intros p Hr v; [lia|].
      assert (Hsame : forall w, (exists q, move p q /\ g q w) <-> (exists q, move p q /\ h q w)).
      { intros w; split; intros [q [Hm Hq]]; exists q; split; auto;
          pose proof (rank_falls _ _ Hm); apply (IH q); auto; lia. }
      assert (Hmex : is_mex (fun w => exists q, move p q /\ g q w) v <->
                     is_mex (fun w => exists q, move p q /\ h q w) v).
      { unfold is_mex. split; intros [H1 H2]; split;
          try (intros H; apply H1; now apply Hsame); intros w Hw; apply Hsame; auto. }
      split; intros H; [apply Hh, Hmex, Hg | apply Hg, Hmex, Hh]; assumption. }
    intros p v. apply (H (S (rank p))). lia.
  Qed.

  (* V1 to V3, which are asked of V: then V is the nim values. *)
  Variable V : position -> nat -> Prop.
  Hypothesis V1 : forall p, exists v, V p v.
  Hypothesis V2 : forall p q v, move p q -> V p v -> ~ V q v.
  Hypothesis V3 : forall p v w, V p v -> w < v -> exists q, move p q /\ V q w.

  Theorem nim_values : is_nim_value V.
  Proof.
    assert (Hmex : forall p v, V p v -> is_mex (fun w => exists q, move p q /\ V q w) v).
    { intros p v Hv. split.
      - intros [q [Hm Hq]]. exact (V2 p q v Hm Hv Hq).
      - intros w Hw. exact (V3 p v w Hv Hw). }
    intros p v. split; [apply Hmex|]. intros Hv. destruct (V1 p) as [v' Hv'].
    now rewrite (mex_unique _ _ _ Hv (Hmex p v' Hv')).
  Qed.

End NimValues.

Print Assumptions A_sufficient.
Print Assumptions A_necessary.
Print Assumptions B.
Print Assumptions certificate.
Print Assumptions fewer_positions.
Print Assumptions fewer_positions_necessary.
Print Assumptions none_accepted.
Print Assumptions none_accepted_but_hopeless.
Print Assumptions term_between.
Print Assumptions parity.
Print Assumptions nim_values_unique.
Print Assumptions nim_values.
