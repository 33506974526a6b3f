#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace bubblescope {

/// The text of a lesson below the picture, and buttons to step through it.
class LessonBar : public QFrame {
    Q_OBJECT

public:
    explicit LessonBar(QWidget* parent = nullptr);

    struct Words {
        QString title, place;  // of the lesson; "2 / 6"
        QString caption, question, answer;
        QString note;
        bool isAnswered = false;
        bool isFalse = false;  // someone changed what caption and answer say; the note says what is so instead

        friend bool operator==(const Words&, const Words&) = default;
    };
    /// Space for the answer is reserved as soon as the question is shown, so that the picture does not move.
    void setWords(const Words& words);
    const Words& words() const { return m_words; }
    /// What is explained or changed meanwhile, both rich text: `why`, instead of the words, until it is empty; and a
    /// short note in the corner. The bar keeps its height.
    void setAside(const QString& why, const QString& note);
    /// Larger type for presenting.
    void setPresenting(bool on);

signals:
    void forwardAsked();
    void backAsked();
    void leaveAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* newButton(const QString& sign, const QString& name, void (LessonBar::*asked)());
    void setFonts();
    void placeAside();
    void showColors();

    Words m_words;
    double m_scale = 1;
    QLabel *m_title, *m_place, *m_caption, *m_question, *m_answer, *m_note;
    QLabel *m_why, *m_changed;  // over the others
    QToolButton *m_back, *m_forward, *m_leave;
};

}  // namespace bubblescope
