(* NIM with Cash: what certificates of win conditions rest on, theorems 1 and 2 of docs/theory/win-conditions.md.

   Compiled by `make coq` with the Coq of Debian 12 (8.16), without axioms. *)

From Coq Require Import Arith Bool List Lia ZArith.
Import ListNotations.

(* ---- The game ------------------------------------------------------------------------------------- *)

Section Cash.

  Variable A : list nat.
  Hypothesis positive : forall a, In a A -> 1 <= a.

  (* The player to move has d dollars, the other e: taking a of n stones costs a. *)
  Definition some_move (win : nat -> nat -> nat -> bool) n d e :=
    existsb (fun a => (a <=? n) && (a <=? d) && negb (win (n - a) e (d - a))) A.

  Definition is_win_condition (win : nat -> nat -> nat -> bool) :=
    forall n d e, win n d e = some_move win n d e.

  Lemma some_move_agrees : forall v w n d e,
    (forall m x y, m < n -> v m x y = w m x y) -> some_move v n d e = some_move w n d e.
  Proof.
    intros v w n d e H. unfold some_move.
    assert (Hall : forall a, In a A ->
      (a <=? n) && (a <=? d) && negb (v (n - a) e (d - a)) =
      (a <=? n) && (a <=? d) && negb (w (n - a) e (d - a))).
    { intros a Ha. destruct (a <=? n) eqn:E; [|reflexivity]. apply Nat.leb_le in E.
      pose proof (positive a Ha). rewrite (H (n - a)); [reflexivity|lia]. }
    clear H. induction A as [|a rest IH]; [reflexivity|]. simpl.
    rewrite (Hall a); [|now left]. f_equal. apply IH.
    - intros b Hb. apply positive. now right.
    - intros b Hb. apply Hall. now right.
  Qed.

  (* There is one solution, who wins. *)
  Theorem unique : forall v w, is_win_condition v -> is_win_condition w ->
    forall n d e, v n d e = w n d e.
  Proof.
    intros v w Hv Hw n. induction n as [n IH] using lt_wf_ind. intros d e.
    rewrite Hv, Hw. apply some_move_agrees. intros m x y Hm. now apply IH.
  Qed.

  (* ---- Staircases --------------------------------------------------------------------------------- *)

  (* The least d with which the player to move wins against e; None where none does. *)
  Definition wins (s : option nat) d := match s with None => false | Some k => k <=? d end.

  Definition plus a (s : option nat) := match s with None => None | Some k => Some (a + k) end.

  (* s(e) is the least of the values of a + t_a(e). *)
  Definition is_least (s : option nat) (branches : list (option nat)) :=
    forall d, wins s d = existsb (fun b => wins b d) branches.

  (* t is s transposed: after a move the purses have changed sides. *)
  Definition transposed (t s : nat -> option nat) :=
    forall d e, wins (t e) d = negb (wins (s d) e).

  Variable win : nat -> nat -> nat -> bool.
  Hypothesis win_is : is_win_condition win.

  Variable F : nat -> nat -> option nat. (* by stones and the other's purse *)
  Variable T : nat -> nat -> option nat. (* F transposed *)
  Hypothesis transposes : forall n, transposed (T n) (F n).

  Variables N0 start : nat.
  Hypothesis legal : forall a, In a A -> a <= N0.

  (* (B): up to `start` the staircases are those of play. *)
  Hypothesis base : forall n d e, N0 <= n < start -> win n d e = wins (F n e) d.

  (* `start` is far enough that every move leads to a staircase of the certificate. *)
  Hypothesis far : forall a, In a A -> N0 + a <= start.

  (* (S): from `start` on each staircase is the least of those that moves lead to. *)
  Hypothesis step : forall n e, start <= n ->
    is_least (F n e) (map (fun a => plus a (T (n - a) e)) A).

  Lemma wins_plus : forall a s d, wins (plus a s) d = (a <=? d) && wins s (d - a).
  Proof.
    intros a [k|] d; simpl; [|now rewrite andb_false_r].
    destruct (a <=? d) eqn:E; simpl.
    - apply Nat.leb_le in E. destruct (k <=? d - a) eqn:H; [apply Nat.leb_le in H|apply Nat.leb_gt in H];
        [apply Nat.leb_le|apply Nat.leb_gt]; lia.
    - apply Nat.leb_gt in E. apply Nat.leb_gt. lia.
  Qed.

  Lemma existsb_map : forall (B C : Type) (f : C -> bool) (g : B -> C) l,
    existsb f (map g l) = existsb (fun x => f (g x)) l.
  Proof. induction l as [|x l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

  Lemma existsb_agrees : forall (B : Type) (f g : B -> bool) l,
    (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
  Proof.
    induction l as [|x l IH]; intros H; simpl; [reflexivity|].
    rewrite (H x); [|now left]. f_equal. apply IH. intros y Hy. apply H. now right.
  Qed.

  (* Theorem 1. (B) and (S) give the outcome for all n from N0 on, and all purses. *)
  Theorem theorem_1 : forall n d e, N0 <= n -> win n d e = wins (F n e) d.
  Proof.
    intros n. induction n as [n IH] using lt_wf_ind. intros d e Hn.
    destruct (le_lt_dec start n) as [Hlate|Hearly]; [|apply base; lia].
    rewrite (step n e Hlate d), existsb_map, win_is. unfold some_move.
    apply existsb_agrees. intros a Ha.
    pose proof (positive a Ha). pose proof (legal a Ha). pose proof (far a Ha).
    assert (Hle : (a <=? n) = true) by (apply Nat.leb_le; lia). rewrite Hle. simpl.
    rewrite wins_plus. f_equal.
    rewrite (IH (n - a)); [|lia|lia].
    now rewrite (transposes (n - a) (d - a) e).
  Qed.

End Cash.

(* ---- The finite test of (S) ----------------------------------------------------------------------- *)

Open Scope Z_scope.

(* On a class of a strip, a branch less the staircase is affine, D(t, y) = p t + q y + r, for t >= 0 and
   0 <= y <= Y0 + t w. Theorem 2: four values decide that it is never negative. *)
Section Strip.

  Variables p q r Y0 w : Z.
  Hypothesis Y0_nonnegative : 0 <= Y0.
  Hypothesis w_nonnegative : 0 <= w.

  Definition D t y := p * t + q * y + r.

  Theorem theorem_2 :
    0 <= D 0 0 -> 0 <= D 0 Y0 -> D 0 0 <= D 1 0 -> D 0 Y0 <= D 1 (Y0 + w) ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> 0 <= D t y.
  Proof.
    intros H1 H2 H3 H4 t y Ht Hy.
    assert (Hlow : 0 <= D t 0).
    { replace (D t 0) with (D 0 0 + t * (D 1 0 - D 0 0)) by (unfold D; ring). nia. }
    assert (Hhigh : 0 <= D t (Y0 + t * w)).
    { replace (D t (Y0 + t * w)) with (D 0 Y0 + t * (D 1 (Y0 + w) - D 0 Y0)) by (unfold D; ring). nia. }
    set (Y := Y0 + t * w) in *.
    assert (Hmix : Y * D t y = (Y - y) * D t 0 + y * D t Y) by (unfold D; ring).
    destruct (Z.eq_dec Y 0) as [HY|HY].
    - replace y with 0 by lia. assumption.
    - assert (0 < Y) by lia.
      assert (0 <= Y * D t y) by (rewrite Hmix; apply Z.add_nonneg_nonneg; apply Z.mul_nonneg_nonneg; lia).
      nia.
  Qed.

  (* A branch that is 0 at the four points is 0 throughout: the least is reached. *)
  Theorem theorem_2_zero :
    1 <= Y0 + w -> D 0 0 = 0 -> D 0 Y0 = 0 -> D 1 0 = 0 -> D 1 (Y0 + w) = 0 -> forall t y, D t y = 0.
  Proof.
    unfold D. intros Hw H1 H2 H3 H4 t y.
    assert (r = 0) by lia. assert (p = 0) by lia. subst.
    assert (q * (Y0 + w) = 0) by lia. assert (q = 0) by nia. subst. lia.
  Qed.

End Strip.

(* What the checkers ask of a class: the staircase f and its branches are affine in (t, y), or infinite throughout. *)
Section Class.

  Definition affine := (Z * Z * Z)%type.
  Definition value (f : affine) t y := let '(p, q, r) := f in D p q r t y.
  Definition at_ (f : option affine) t y := option_map (fun f => value f t y) f.
  Definition reaches (s : option Z) d := match s with None => false | Some k => k <=? d end.
  Definition less (b f : affine) : affine :=
    let '(p', q', r') := b in let '(p, q, r) := f in (p' - p, q' - q, r' - r).

  Variables Y0 w : Z.
  Hypothesis Y0_nonnegative : 0 <= Y0.
  Hypothesis w_nonnegative : 0 <= w.

  (* No branch is below f at the two starts nor falls along the two borders; some branch is f at the four points. *)
  Definition never_below (d : affine) :=
    0 <= value d 0 0 /\ 0 <= value d 0 Y0 /\ value d 0 0 <= value d 1 0 /\ value d 0 Y0 <= value d 1 (Y0 + w).
  Definition equal_at_four (d : affine) :=
    value d 0 0 = 0 /\ value d 0 Y0 = 0 /\ value d 1 0 = 0 /\ value d 1 (Y0 + w) = 0.

  Definition passes (f : option affine) (branches : list (option affine)) :=
    match f with
    | None => forall b, In b branches -> b = None
    | Some f => (forall b, In (Some b) branches -> never_below (less b f)) /\
                exists b, In (Some b) branches /\ equal_at_four (less b f)
    end.

  Lemma value_less : forall b f t y, value (less b f) t y = value b t y - value f t y.
  Proof. intros [[p' q'] r'] [[p q] r] t y. unfold value, less, D. ring. Qed.

  Lemma never_below_holds : forall d, never_below d ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> 0 <= value d t y.
  Proof.
    intros [[p q] r] (H1 & H2 & H3 & H4) t y Ht Hy. unfold value in *.
    exact (theorem_2 p q r Y0 w Y0_nonnegative w_nonnegative H1 H2 H3 H4 t y Ht Hy).
  Qed.

  (* A strip of width 0 is a ray: there y is 0. *)
  Lemma equal_holds : forall d, equal_at_four d ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> value d t y = 0.
  Proof.
    intros [[p q] r] (H1 & H2 & H3 & H4) t y Ht Hy. unfold value in *.
    destruct (Z_le_gt_dec 1 (Y0 + w)) as [H|H].
    - exact (theorem_2_zero p q r Y0 w H H1 H2 H3 H4 t y).
    - assert (Y0 = 0) by lia. assert (w = 0) by lia. subst.
      replace y with 0 by lia. unfold D in *. assert (r = 0) by lia. assert (p = 0) by lia. subst. ring.
  Qed.

  (* So in the whole class f is the least of its branches, which is (S) there. *)
  Theorem class_test : forall f branches, passes f branches ->
    forall t y, 0 <= t -> 0 <= y <= Y0 + t * w ->
    forall d, reaches (at_ f t y) d = existsb (fun b => reaches (at_ b t y) d) branches.
  Proof.
    intros [f|] branches H t y Ht Hy d; simpl in *.
    - destruct H as [Hall [b [Hb Heq]]].
      destruct (value f t y <=? d) eqn:E; symmetry.
      + apply existsb_exists. exists (Some b). split; [exact Hb|]. simpl.
        pose proof (equal_holds _ Heq t y Ht Hy) as H. rewrite value_less in H.
        apply Z.leb_le in E. apply Z.leb_le. lia.
      + apply not_true_is_false. intros H. apply existsb_exists in H. destruct H as [[c|] [Hc Hd]]; [|discriminate].
        simpl in Hd. pose proof (never_below_holds _ (Hall c Hc) t y Ht Hy) as H. rewrite value_less in H.
        apply Z.leb_gt in E. apply Z.leb_le in Hd. lia.
    - symmetry. apply not_true_is_false. intros H0. apply existsb_exists in H0.
      destruct H0 as [b [Hb Hd]]. rewrite (H b Hb) in Hd. discriminate.
  Qed.

  (* The test asks no more than is needed where the strip grows: what fails it is negative somewhere. *)
  Theorem class_test_necessary : forall d, (forall t y, 0 <= t -> 0 <= y <= Y0 + t * w -> 0 <= value d t y) -> never_below d.
  Proof.
    intros [[p q] r] H. unfold never_below, value in *.
    assert (Hlow : forall t, 0 <= t -> 0 <= D p q r t 0) by (intros t Ht; apply H; nia).
    assert (Hhigh : forall t, 0 <= t -> 0 <= D p q r t (Y0 + t * w)) by (intros t Ht; apply H; nia).
    assert (Ray : forall a b, (forall t, 0 <= t -> 0 <= a + t * b) -> 0 <= b).
    { intros a b Hab. destruct (Z_le_gt_dec 0 b); [assumption|].
      pose proof (Hab (Z.max 0 (a + 1))) as Hfar. destruct (Z.max_spec 0 (a + 1)) as [[? E]|[? E]]; rewrite E in Hfar; nia. }
    unfold D in *. repeat split.
    - specialize (Hlow 0). lia.
    - specialize (Hhigh 0). lia.
    - assert (0 <= p) by (apply (Ray r p); intros t Ht; specialize (Hlow t Ht); lia). lia.
    - assert (0 <= p + q * w) by (apply (Ray (q * Y0 + r) (p + q * w)); intros t Ht; specialize (Hhigh t Ht); lia). lia.
  Qed.

End Class.

Print Assumptions unique.
Print Assumptions theorem_1.
Print Assumptions theorem_2.
Print Assumptions theorem_2_zero.
Print Assumptions class_test.
Print Assumptions class_test_necessary.
